import { encodePayload } from './payload'

/** Under which Baileys keeps who is who: a phone's user leads to its LID's, a LID's with this ending to its phone's. */
export const lidCategory = 'lid-mapping'
export const reverse = '_reverse'

/** A past of many thousands comes at once. */
const pairsPerPayload = 200

/** What was just learnt of who is who, as payloads to file: contacts that turn out to be one person become one. */
export function identityPayloads(records: { [id: string]: unknown }): string[] {
  const pairs = Object.entries(records).flatMap(([id, value]) =>
    typeof value === 'string' && !id.endsWith(reverse) ? [{ lid: `${value}@lid`, pn: `${id}@s.whatsapp.net` }] : [],
  )
  const starts = Array.from({ length: Math.ceil(pairs.length / pairsPerPayload) }, (_, at) => at * pairsPerPayload)
  return starts.map((start) => encodePayload({ t: 'identity', pairs: pairs.slice(start, start + pairsPerPayload) }))
}
