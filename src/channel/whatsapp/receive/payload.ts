/** Complete enough to be interpreted later, without state. */
export type Payload =
  /** `body` is a proto.Message in base64. */
  | { t: 'message'; key: FiledKey; at: number; name?: string; body: string; history?: true }
  /** The phone is asked to resend it under the same id. */
  | { t: 'undecryptable'; key: FiledKey; at: number; name?: string; note: string }
  | { t: 'status'; ids: string[]; status: number; error?: string }
  | { t: 'call'; id: string; from: string[]; at: number; status: string; video?: true; group?: true }
  | { t: 'blocked'; jid: string; blocked: boolean }
  | { t: 'identity'; pairs: { lid: string; pn: string }[] }
  /** Each administrator is listed with all jids, if the complete list is known. */
  | { t: 'group'; id: string; subject: string; admins?: string[][] }
  | { t: 'groupAdmins'; id: string; members: string[][]; are: boolean }

/** A message's key with the second address of the person it names. Jids have no device. */
export interface FiledKey {
  remoteJid: string
  remoteJidAlt?: string
  id: string
  fromMe: boolean
  participant?: string
  participantAlt?: string
}

export const encodePayload = (payload: Payload) => JSON.stringify(payload)

export interface MissingRequest {
  key: FiledKey
  /** Attributes of the stanza, needed to ask the author. Without them only our own phone can be asked. */
  stanza?: { [name: string]: string }
  /** The receiving account, which alone can ask. */
  account?: string
}

export interface MissingNote {
  payload?: string
  request: MissingRequest
}

export type DueRequest = MissingRequest & { attempts: number }

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
