import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { bytesField, decodeFields, tryDecodeFields, type Field, numberField } from './protobuf'
import { receiverChain, withReceiverChain } from './ratchet'

/** The protocol allows more, but any sender could block the event loop. Others are requested in a new session. */
const passedOverMax = 500

const macLength = 8
const signatureLength = 64
const ratchetKeyLength = 33

interface SignalMessage {
  ratchetKey: Uint8Array
  counter: number
  covered: Uint8Array
  mac: Uint8Array
}

export function parseMessage(ciphertext: Uint8Array): SignalMessage | undefined {
  const covered = ciphertext.subarray(0, -macLength)
  const fields = tryDecodeFields(covered.subarray(1))
  const ratchetKey = fields && bytesField(fields, 1)
  if (!fields || ratchetKey?.length !== ratchetKeyLength) return undefined
  return { ratchetKey, counter: numberField(fields, 2) ?? 0, covered, mac: ciphertext.subarray(-macLength) }
}

/** Returns the session that can decrypt the message, advanced if the message has a new ratchet key. Undefined if it belongs to another session. */
export function sessionFor(session: Uint8Array, message: SignalMessage): Uint8Array | undefined {
  const { ratchetKey, counter, covered, mac } = message
  const fields = decodeFields(session)
  const chain = fields
    .flatMap(([number, value]) => (number === 7 && typeof value !== 'number' ? [decodeFields(value)] : []))
    .find((each) => Buffer.compare(bytesField(each, 1) ?? Buffer.alloc(0), ratchetKey) === 0)
  const begun = chain ? undefined : receiverChain(fields, ratchetKey)
  const macKey = chain ? macKeyIn(chain, counter) : begun && macKeyAfter(begun.key, counter)
  const [own, remote] = [bytesField(fields, 2), bytesField(fields, 3)]
  if (!own || !remote || !macKey || mac.length !== macLength) return undefined
  const expected = createHmac('sha256', macKey).update(remote).update(own).update(covered).digest()
  if (!timingSafeEqual(expected.subarray(0, macLength), mac)) return undefined
  return begun ? withReceiverChain(fields, ratchetKey, begun) : session
}

function macKeyIn(chain: readonly Field[], counter: number): Uint8Array | undefined {
  const chainKey = decodeFields(bytesField(chain, 3) ?? Buffer.alloc(0))
  const index = numberField(chainKey, 1) ?? 0
  if (counter < index) return keptMacKey(chain, counter)
  const key = bytesField(chainKey, 2)
  return key && macKeyAfter(key, counter - index)
}

/** Of the message that is so many after the one that the key is for. */
function macKeyAfter(key: Uint8Array, steps: number): Uint8Array | undefined {
  if (steps > passedOverMax) return undefined
  let current = key
  for (let at = 0; at < steps; at++) current = hmac(current, 2)
  return new Uint8Array(hkdfSync('sha256', hmac(current, 1), noSalt, 'WhisperMessageKeys', 64)).subarray(32)
}

const noSalt = new Uint8Array(32)

function keptMacKey(chain: readonly Field[], counter: number): Uint8Array | undefined {
  for (const [number, value] of chain) {
    if (number !== 4 || typeof value === 'number') continue
    const kept = decodeFields(value)
    if ((numberField(kept, 1) ?? 0) === counter) return bytesField(kept, 3)
  }
  return undefined
}

const hmac = (key: Uint8Array, step: number) =>
  createHmac('sha256', key)
    .update(Buffer.from([step]))
    .digest()

export function isWithinReach(senderKey: Uint8Array, ciphertext: Uint8Array): boolean {
  const message = tryDecodeFields(ciphertext.subarray(1, -signatureLength))
  const id = message && numberField(message, 1)
  const keys = decodeFields(senderKey).flatMap(([, value]) => (typeof value === 'number' ? [] : [decodeFields(value)]))
  const key = keys.find((each) => (numberField(each, 1) ?? 0) === id)
  const chainKey = key && bytesField(key, 2)
  if (!message || !chainKey) return true
  const ahead = (numberField(message, 2) ?? 0) - (numberField(decodeFields(chainKey), 1) ?? 0)
  return ahead <= passedOverMax
}
