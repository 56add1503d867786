import { createHmac, hkdfSync } from 'node:crypto'
import { bytesField, decodeFields, encodeFields, type Field, numberField } from './protobuf'

/** Derives one key after another, each for one message. `index` is that of the message. */
export interface ChainKey {
  index: number
  key: Uint8Array
}

export interface MessageKeys {
  cipherKey: Uint8Array
  macKey: Uint8Array
  iv: Uint8Array
}

/** Of a chain in a session: the key of the next message. Field numbers are those of Signal's storage.proto. */
export function chainKeyOf(chain: readonly Field[]): ChainKey | undefined {
  const fields = decodeFields(bytesField(chain, chainKeyField) ?? new Uint8Array())
  const key = bytesField(fields, 2)
  return key && { index: numberField(fields, 1) ?? 0, key }
}

export const withChainKey = (chain: readonly Field[], { index, key }: ChainKey): Field[] =>
  chain.map((field) => (field[0] === chainKeyField ? [chainKeyField, encodeChainKey(index, key)] : field))

export const encodeChainKey = (index: number, key: Uint8Array) =>
  encodeFields([
    [1, index],
    [2, key],
  ])

const chainKeyField = 3

export const afterChainKey = ({ index, key }: ChainKey): ChainKey => ({ index: index + 1, key: hmac(key, 2) })

export function messageKeysOf({ key }: ChainKey): MessageKeys {
  const bytes = new Uint8Array(hkdfSync('sha256', hmac(key, 1), noSalt, 'WhisperMessageKeys', 80))
  return { cipherKey: bytes.subarray(0, 32), macKey: bytes.subarray(32, 64), iv: bytes.subarray(64) }
}

const noSalt = new Uint8Array(32)

const hmac = (key: Uint8Array, step: number) =>
  createHmac('sha256', key)
    .update(Buffer.from([step]))
    .digest()

export const macLength = 8

/** Covers the message with its version, and both identity keys. */
export const macOf = (macKey: Uint8Array, sender: Uint8Array, receiver: Uint8Array, covered: Uint8Array) =>
  createHmac('sha256', macKey).update(sender).update(receiver).update(covered).digest().subarray(0, macLength)
