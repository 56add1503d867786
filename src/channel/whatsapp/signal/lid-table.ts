import { encodePayload } from '../receive/payload'

/** A phone user → its LID user; a LID user with this suffix → its phone. */
export const lidCategory = 'lid-mapping'
export const reverse = '_reverse'

const pairsPerPayload = 200

export function identityPayloads(records: { [id: string]: unknown }): string[] {
  const pairs = Object.entries(records).flatMap(([id, value]) =>
    typeof value === 'string' && !id.endsWith(reverse) ? [{ lid: `${value}@lid`, pn: `${id}@s.whatsapp.net` }] : [],
  )
  const starts = Array.from({ length: Math.ceil(pairs.length / pairsPerPayload) }, (_, at) => at * pairsPerPayload)
  return starts.map((start) => encodePayload({ t: 'identity', pairs: pairs.slice(start, start + pairsPerPayload) }))
}
