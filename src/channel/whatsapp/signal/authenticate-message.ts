import { Curve } from '@whiskeysockets/baileys'
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { bytesField, decodeFields, tryDecodeFields, type Field, numberField } from './protobuf'

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

export const isNear = ({ counter }: SignalMessage) => counter <= passedOverMax

export function belongsTo(session: Uint8Array, message: SignalMessage): boolean {
  const fields = decodeFields(session)
  const [own, remote] = [bytesField(fields, 2), bytesField(fields, 3)]
  const macKey = macKeyFor(fields, message)
  if (!own || !remote || !macKey) return false
  const mac = createHmac('sha256', macKey).update(remote).update(own).update(message.covered).digest()
  return message.mac.length === macLength && timingSafeEqual(mac.subarray(0, macLength), message.mac)
}

function macKeyFor(session: readonly Field[], { ratchetKey, counter }: SignalMessage): Uint8Array | undefined {
  const chain = session
    .flatMap(([number, value]) => (number === 7 && typeof value !== 'number' ? [decodeFields(value)] : []))
    .find((each) => Buffer.compare(bytesField(each, 1) ?? Buffer.alloc(0), ratchetKey) === 0)
  const chainKey = chain ? decodeFields(bytesField(chain, 3) ?? Buffer.alloc(0)) : []
  const index = numberField(chainKey, 1) ?? 0
  if (chain && counter < index) return keptMacKey(chain, counter)
  const key = chain ? bytesField(chainKey, 2) : newChainKey(session, ratchetKey)
  if (!key || counter - index > passedOverMax) return undefined
  let current: Uint8Array = key
  for (let at = index; at < counter; at++) current = hmac(current, 2)
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

function newChainKey(session: readonly Field[], ratchetKey: Uint8Array): Uint8Array | undefined {
  const root = bytesField(session, 4)
  const ours = bytesField(decodeFields(bytesField(session, 6) ?? Buffer.alloc(0)), 2)
  if (!root || !ours) return undefined
  const shared = Curve.sharedKey(ours, ratchetKey.subarray(1))
  return new Uint8Array(hkdfSync('sha256', shared, root, 'WhisperRatchet', 64)).subarray(32)
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
