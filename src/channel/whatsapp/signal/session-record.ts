import { bytesField, decodeFields, tryDecodeFields, encodeFields, type Field, numberField } from './protobuf'

/** In the format of the Rust library. That (0.5.4) would keep changes of failed attempts, so that each session is read by itself. */
export interface SessionRecord {
  current?: Uint8Array
  previous: Uint8Array[]
}

const previousMax = 40

const currentField = 1
const previousField = 2

export function decodeRecord(bytes: Uint8Array | undefined): SessionRecord {
  const fields = bytes ? decodeFields(bytes) : []
  const previous = fields.flatMap(([number, value]) =>
    number === previousField && typeof value !== 'number' ? [value] : [],
  )
  return { current: bytesField(fields, currentField), previous }
}

export function encodeRecord({ current, previous }: SessionRecord): Buffer {
  const kept = previous.slice(0, previousMax).map((session): Field => [previousField, session])
  return encodeFields(current ? [[currentField, current], ...kept] : kept)
}

export const sessionsOf = ({ current, previous }: SessionRecord) => (current ? [current, ...previous] : previous)

/** `instead`: the session that it replaces. */
export function withCurrent(record: SessionRecord, session: Uint8Array, instead?: Uint8Array): SessionRecord {
  return { current: session, previous: sessionsOf(record).filter((each) => each !== instead) }
}

interface SessionFacts {
  baseKey: Uint8Array | undefined
  registrationId: number
}

export function describeSession(session: Uint8Array): SessionFacts {
  const fields = decodeFields(session)
  return { baseKey: bytesField(fields, 13), registrationId: numberField(fields, 10) ?? 0 }
}

const keyLength = 33

/** Undefined for what is no such message. */
export function readPreKeyMessage(ciphertext: Uint8Array) {
  const fields = tryDecodeFields(ciphertext.subarray(1))
  if (!fields) return undefined
  const [baseKey, identityKey, message] = [2, 3, 4].map((number) => bytesField(fields, number))
  if (baseKey?.length !== keyLength || identityKey?.length !== keyLength || !message) return undefined
  const [preKeyId, registrationId = 0] = [1, 5].map((number) => numberField(fields, number))
  return { preKeyId, baseKey, identityKey, message, registrationId }
}

export const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a !== undefined && b !== undefined && Buffer.compare(a, b) === 0
