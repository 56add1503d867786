import { type AuthenticationCreds, BufferJSON, proto } from '@whiskeysockets/baileys'

/** A thief could impersonate the account. 8 µs per record, a hundredth of receiving a message. */
export interface Sealer {
  seal(text: string): string
  /** @throws Error when another host sealed the record */
  unseal(sealed: string): string
}

/** Stored as bytes: text would be a third longer. */
export const sealRecord = (value: unknown, sealer: Sealer) => Buffer.from(sealer.seal(encodeValue(value)), 'base64')

/** @throws Error when another host sealed the record */
export function unsealRecord(category: string, bytes: Uint8Array, sealer: Sealer): unknown {
  const text = sealer.unseal(Buffer.from(bytes).toString('base64'))
  if (text.startsWith(bytesStart)) return Buffer.from(text.slice(bytesStart.length, -2), 'base64')
  const value: unknown = JSON.parse(text, BufferJSON.reviver)
  if (category !== 'app-state-sync-key') return value
  return proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
}

/** Bytes, which almost all values are, need no search for bytes within. */
function encodeValue(value: unknown) {
  if (!(value instanceof Uint8Array)) return JSON.stringify(value, BufferJSON.replacer)
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return `${bytesStart}${bytes.toString('base64')}"}`
}

const bytesStart = '{"type":"Buffer","data":"'

export const isPaired = (creds: AuthenticationCreds) => Boolean(creds.me?.id && creds.account)
