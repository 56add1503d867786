import { encodePayload } from '../receive/payload'

/**
 * Baileys' category for the mapping: a phone user maps to its LID user, and a LID user with this suffix to its phone.
 */
export const lidCategory = 'lid-mapping'
export const reverse = '_reverse'

/** A history yields many thousands at once. */
const pairsPerPayload = 200

/** Returns new LID mappings as payloads to file, so that contacts of one person are merged. */
export function identityPayloads(records: { [id: string]: unknown }): string[] {
  const pairs = Object.entries(records).flatMap(([id, value]) =>
    typeof value === 'string' && !id.endsWith(reverse) ? [{ lid: `${value}@lid`, pn: `${id}@s.whatsapp.net` }] : [],
  )
  const starts = Array.from({ length: Math.ceil(pairs.length / pairsPerPayload) }, (_, at) => at * pairsPerPayload)
  return starts.map((start) => encodePayload({ t: 'identity', pairs: pairs.slice(start, start + pairsPerPayload) }))
}
