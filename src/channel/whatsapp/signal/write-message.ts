import { createCipheriv } from 'node:crypto'
import { afterChainKey, chainKeyOf, macOf, messageKeysOf, withChainKey } from './chain-keys'
import { bytesField, decodeFields, encodeFields, type Field, numberField } from './protobuf'

interface WrittenMessage {
  type: 'pkmsg' | 'msg'
  ciphertext: Buffer
  /** As it is after the message. Stored before the message is sent, because its key must not be used twice. */
  session: Buffer
}

/** Undefined for a session that lacks what is needed to write in it. */
export function writeIn(session: Uint8Array, plaintext: Uint8Array): WrittenMessage | undefined {
  const fields = decodeFields(session)
  const sender = decodeFields(bytesField(fields, senderChainField) ?? new Uint8Array())
  const [chainKey, ratchetKey] = [chainKeyOf(sender), bytesField(sender, 1)]
  const [own, remote] = [bytesField(fields, 2), bytesField(fields, 3)]
  if (!chainKey || !ratchetKey || !own || !remote) return undefined
  const { cipherKey, macKey, iv } = messageKeysOf(chainKey)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
  const message: Field[] = [
    [1, ratchetKey],
    [2, chainKey.index],
    [3, numberField(fields, 5) ?? 0],
    [4, body],
  ]
  const covered = Buffer.concat([version, encodeFields(message)])
  const written = Buffer.concat([covered, macOf(macKey, own, remote, covered)])
  const after = encodeFields(withChainKey(sender, afterChainKey(chainKey)))
  return {
    ...withBeginning(fields, own, written),
    session: encodeFields(fields.map(([number, value]) => [number, number === senderChainField ? after : value])),
  }
}

const senderChainField = 6
const beginningField = 9
/** Ours, and the oldest one that may read it. */
const version = Buffer.from([0x33])

/** Until the other side has answered, each message says how the session began. */
function withBeginning(session: readonly Field[], own: Uint8Array, message: Buffer): Omit<WrittenMessage, 'session'> {
  const beginning = bytesField(session, beginningField)
  if (!beginning) return { type: 'msg', ciphertext: message }
  const fields = decodeFields(beginning)
  const [preKeyId, signedPreKeyId = 0] = [1, 3].map((number) => numberField(fields, number))
  const parts: Field[] = [
    ...(preKeyId === undefined ? [] : [[1, preKeyId] as const]),
    [2, bytesField(fields, 2) ?? new Uint8Array()],
    [3, own],
    [4, message],
    [5, numberField(session, 11) ?? 0],
    [6, signedPreKeyId],
  ]
  return { type: 'pkmsg', ciphertext: Buffer.concat([version, encodeFields(parts)]) }
}
