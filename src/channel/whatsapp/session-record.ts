import { bytesField, decodeFields, encodeFields, type Field, numberField } from './protobuf'

/**
 * The sessions with one device, as the Rust library stores them: the one to write in, if any, then those that can still be
 * read, the last used first. They are taken apart here, as the library (0.5.4) tries a message on the sessions of one record
 * in turn and keeps the marks that failed tries leave on them.
 */
export interface SessionRecord {
  current?: Uint8Array
  previous: Uint8Array[]
}

/** As many as Signal's own library keeps. */
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

/** The record with this session to write in; `instead` is the one it came from, if any. */
export function withCurrent(record: SessionRecord, session: Uint8Array, instead?: Uint8Array): SessionRecord {
  return { current: session, previous: sessionsOf(record).filter((each) => each !== instead) }
}

export interface SessionFacts {
  /** Names the session on both sides. */
  baseKey: Uint8Array | undefined
  registrationId: number
}

export function describeSession(session: Uint8Array): SessionFacts {
  const fields = decodeFields(session)
  return { baseKey: bytesField(fields, 13), registrationId: numberField(fields, 10) ?? 0 }
}

/** What a message that begins a session says in clear. Undefined when the bytes are none. */
export function readPreKeyMessage(ciphertext: Uint8Array) {
  const fields = decodeQuietly(ciphertext.subarray(1))
  return (
    fields && {
      preKeyId: numberField(fields, 1),
      baseKey: bytesField(fields, 2),
      identityKey: bytesField(fields, 3),
      /** The message itself. */
      message: bytesField(fields, 4),
    }
  )
}

function decodeQuietly(bytes: Uint8Array) {
  try {
    return decodeFields(bytes)
  } catch {
    return undefined
  }
}

export const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a !== undefined && b !== undefined && Buffer.compare(a, b) === 0
