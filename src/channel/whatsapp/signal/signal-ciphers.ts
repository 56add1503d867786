import {
  GroupCipher,
  GroupSessionBuilder,
  type KeyPair,
  type PreKeyBundleInput,
  ProtocolAddress,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SessionBuilder,
  type SignalStorage,
} from 'whatsapp-rust-bridge'
import { nextTurn } from '../../../kernel/company/batches'
import { isWithinReach, parseMessage, readIn } from './read-message'
import { begunSession, type OwnKeys } from './ratchet'
import {
  decodeRecord,
  describeSession,
  encodeRecord,
  readPreKeyMessage,
  sameBytes,
  type SessionRecord,
  sessionsOf,
  withCurrent,
} from './session-record'
import { writeIn } from './write-message'

export type Bundle = PreKeyBundleInput

/** A message cannot be read, or a session not written in. */
export class SignalError extends Error {}

export interface Ciphertext {
  type: 'pkmsg' | 'msg'
  ciphertext: Uint8Array
}

const anyone = 'peer'

interface Scratch {
  session?: Uint8Array
  senderKey?: Uint8Array
}

/** All steps are functions of stored bytes; one that fails changes nothing. */
interface DecryptedStep {
  plaintext: Uint8Array
  session: Uint8Array
  usedPreKey: boolean
}

/** Decrypts a message of an existing session or, with the pre-key that it names, one that starts a session. */
export async function decryptStep(
  own: OwnKeys,
  { type, ciphertext }: Ciphertext,
  stored: { session?: Uint8Array; preKey?: KeyPair },
): Promise<DecryptedStep> {
  const record = decodeRecord(stored.session)
  if (type === 'pkmsg') return decryptBeginning(own, ciphertext, record, stored.preKey)
  const sessions = sessionsOf(record)
  const read = await readInOneOf(record, sessions, ciphertext)
  if (!read) throw new SignalError(sessions.length > 0 ? noMatch : 'No session record')
  return { ...read, usedPreKey: false }
}

const noMatch = 'No matching session'

async function decryptBeginning(own: OwnKeys, ciphertext: Uint8Array, record: SessionRecord, preKey?: KeyPair) {
  const begins = readPreKeyMessage(ciphertext)
  const inner = begins && parseMessage(begins.message)
  const before = sessionsOf(record).find((session) => sameBytes(describeSession(session).baseKey, begins?.baseKey))
  if (!inner || (!before && begins.preKeyId !== undefined && !preKey)) throw new SignalError(noMatch)
  const base = before ?? begunSession(own, begins, preKey?.privKey)
  const read = readOrThrow(base, inner)
  if (!read) throw new SignalError(noMatch)
  return { ...afterReading(record, before, read), usedPreKey: !before && begins.preKeyId !== undefined }
}

/** Only the session in which a message was written gets to decrypt it. */
async function readInOneOf(record: SessionRecord, sessions: Uint8Array[], ciphertext: Uint8Array) {
  const message = parseMessage(ciphertext)
  if (!message) return undefined
  for (const [index, before] of sessions.entries()) {
    if (index > 0) await nextTurn()
    const read = readOrThrow(before, message)
    if (read) return afterReading(record, before, read)
  }
  return undefined
}

function readOrThrow(...of: Parameters<typeof readIn>) {
  try {
    return readIn(...of)
  } catch (error) {
    throw new SignalError(String(error))
  }
}

/** `before` is what was stored until then. */
const afterReading = (
  record: SessionRecord,
  before: Uint8Array | undefined,
  { plaintext, session }: NonNullable<ReturnType<typeof readIn>>,
) => ({ plaintext, session: encodeRecord(withCurrent(record, session, before)) })

export async function encryptStep(
  plaintext: Uint8Array,
  stored: Uint8Array | undefined,
): Promise<Ciphertext & { session: Uint8Array }> {
  const record = decodeRecord(stored)
  const written = record.current && writeIn(record.current, plaintext)
  if (!written) throw new SignalError('No open session')
  return { ...written, session: encodeRecord(withCurrent(record, written.session, record.current)) }
}

export async function beginStep(own: OwnKeys, bundle: Bundle, stored: Uint8Array | undefined): Promise<Uint8Array> {
  const scratch: Scratch = {}
  const builder = new SessionBuilder(storageOf(own, scratch), new ProtocolAddress(anyone, 0))
  await attempt(builder.initOutgoing(bundle), builder)
  return encodeRecord(withCurrent(decodeRecord(stored), currentOf(scratch)))
}

function currentOf(scratch: Scratch): Uint8Array {
  const { current } = decodeRecord(scratch.session)
  if (!current) throw new SignalError('The step stored no session')
  return current
}

export async function groupDecryptStep(
  own: OwnKeys,
  ciphertext: Uint8Array,
  senderKey: Uint8Array | undefined,
): Promise<{ plaintext: Uint8Array; senderKey: Uint8Array }> {
  if (senderKey && !isWithinReach(senderKey, ciphertext)) throw new SignalError('Too far ahead of the sender key')
  const scratch: Scratch = { senderKey }
  const cipher = new GroupCipher(storageOf(own, scratch), anyone, new ProtocolAddress(anyone, 0))
  const plaintext = await attempt(cipher.decrypt(ciphertext), cipher)
  return { plaintext, senderKey: written(scratch.senderKey) }
}

export async function groupEncryptStep(
  own: OwnKeys,
  plaintext: Uint8Array,
  senderKey: Uint8Array,
): Promise<{ ciphertext: Uint8Array; senderKey: Uint8Array }> {
  const scratch: Scratch = { senderKey }
  const cipher = new GroupCipher(storageOf(own, scratch), anyone, new ProtocolAddress(anyone, 0))
  const ciphertext = await attempt(cipher.encrypt(plaintext), cipher)
  return { ciphertext: Buffer.from(ciphertext), senderKey: written(scratch.senderKey) }
}

/** Returns our key of a group and the message that distributes it. */
export async function distributeStep(
  own: OwnKeys,
  senderKey: Uint8Array | undefined,
): Promise<{ distribution: Uint8Array; senderKey: Uint8Array }> {
  const scratch: Scratch = { senderKey }
  const builder = new GroupSessionBuilder(storageOf(own, scratch))
  const distribution = await attempt(builder.create(senderKeyName()), builder)
  return { distribution: distribution.serialize(), senderKey: written(scratch.senderKey) }
}

export async function takeSenderKeyStep(
  own: OwnKeys,
  distribution: Uint8Array,
  senderKey: Uint8Array | undefined,
): Promise<Uint8Array> {
  const scratch: Scratch = { senderKey }
  const builder = new GroupSessionBuilder(storageOf(own, scratch))
  const taken = (async () => builder.process(senderKeyName(), SenderKeyDistributionMessage.deserialize(distribution)))()
  await attempt(taken, builder)
  return written(scratch.senderKey)
}

/** The library rejects with strings that start with its function's name. */
const reasonOf = (error: unknown) => String(error).replace(/^\w+\.\w+ (failed|error): /, '')

async function attempt<T>(work: Promise<T>, used: { free(): void }): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof SignalError ? error : new SignalError(reasonOf(error))
  } finally {
    used.free()
  }
}

const senderKeyName = () => new SenderKeyName(anyone, new ProtocolAddress(anyone, 0))

function written(bytes: Uint8Array | undefined): Uint8Array {
  if (!bytes) throw new SignalError('The step stored no key')
  return Buffer.from(bytes)
}

function storageOf(own: OwnKeys, scratch: Scratch): SignalStorage {
  return {
    loadSession: () => scratch.session,
    storeSession(_address, record) {
      scratch.session = record.serialize()
      record.free()
    },
    getOurIdentity: () => own.identity,
    getOurRegistrationId: () => own.registrationId,
    // Trust on first use, like WhatsApp's own clients.
    isTrustedIdentity: () => true,
    // Sessions that contacts start are begun without the library.
    loadPreKey: () => undefined,
    removePreKey() {},
    loadSignedPreKey: () => undefined,
    loadSenderKey: () => scratch.senderKey,
    storeSenderKey: (_id, record) => void (scratch.senderKey = record),
  }
}
