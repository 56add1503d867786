/**
 * What is filed of WhatsApp's events, as JSON: small, complete enough to be interpreted later, and free of everything that
 * would make interpreting it impure (who "we" are is already decided in the key).
 */
export type Payload =
  /** A decrypted message. `body` is a proto.Message in base64. */
  | { t: 'message'; key: FiledKey; at: number; name?: string; body: string; history?: true }
  /** A message that came without content we can read; the phone is asked to send it again under the same id. */
  | { t: 'undecryptable'; key: FiledKey; at: number; name?: string; note: string }
  /** `status` is WAMessageStatus. */
  | { t: 'status'; ids: string[]; status: number; error?: string }
  | { t: 'call'; id: string; from: string[]; at: number; status: string; video?: true; group?: true }
  | { t: 'identity'; pairs: { lid: string; pn: string }[] }
  /** Administrators by all their jids, where the whole list came along. */
  | { t: 'group'; id: string; subject: string; admins?: string[][] }
  | { t: 'groupAdmins'; id: string; members: string[][]; are: boolean }

/** A message's key with the second identity of whoever it names. Jids without device. */
export interface FiledKey {
  remoteJid: string
  remoteJidAlt?: string
  id: string
  fromMe: boolean
  participant?: string
  participantAlt?: string
}

export const encodePayload = (payload: Payload) => JSON.stringify(payload)

export const decodePayload = (text: string) => JSON.parse(text) as Payload
