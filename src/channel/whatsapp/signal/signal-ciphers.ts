import {
  GroupCipher,
  GroupSessionBuilder,
  type KeyPair,
  type PreKeyBundleInput,
  ProtocolAddress,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SessionBuilder,
  SessionCipher,
  type SignalStorage,
} from 'whatsapp-rust-bridge'
import { nextTurn } from '../../../kernel/company/batches'
import { isWithinReach, parseMessage, sessionFor } from './authenticate-message'
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

export type Bundle = PreKeyBundleInput

/** A message cannot be read, or a session not written in. */
export class SignalError extends Error {}

export interface Ciphertext {
  type: 'pkmsg' | 'msg'
  ciphertext: Uint8Array
}

const anyone = 'peer'
const preKeyMessageType = 3

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
  const found = sessions.length > 0 ? await findSession(sessions, ciphertext) : undefined
  if (!found) throw new SignalError(sessions.length > 0 ? noMatch : 'No session record')
  return { ...(await decryptIn(own, ciphertext, record, found)), usedPreKey: false }
}

const noMatch = 'No matching session'

async function decryptBeginning(own: OwnKeys, ciphertext: Uint8Array, record: SessionRecord, preKey?: KeyPair) {
  const begins = readPreKeyMessage(ciphertext)
  const inner = begins && parseMessage(begins.message)
  const before = sessionsOf(record).find((session) => sameBytes(describeSession(session).baseKey, begins?.baseKey))
  if (!inner || (!before && begins.preKeyId !== undefined && !preKey)) throw new SignalError(noMatch)
  const session = sessionFor(before ?? begunSession(own, begins, preKey?.privKey), inner)
  if (!session) throw new SignalError(noMatch)
  const step = await decryptIn(own, begins.message, record, { before, session })
  return { ...step, usedPreKey: !before && begins.preKeyId !== undefined }
}

/** `session` decrypts the message; `before` is what was stored until then. */
interface FoundSession {
  before: Uint8Array | undefined
  session: Uint8Array
}

/** Only the session in which a message was written gets to decrypt it. */
async function decryptIn(own: OwnKeys, ciphertext: Uint8Array, record: SessionRecord, found: FoundSession) {
  const scratch: Scratch = { session: alone(found.session) }
  const plaintext = await withCipher(own, scratch, (cipher) => cipher.decryptWhisperMessage(ciphertext))
  return { plaintext, session: encodeRecord(withCurrent(record, currentOf(scratch), found.before)) }
}

async function findSession(sessions: Uint8Array[], ciphertext: Uint8Array): Promise<FoundSession | undefined> {
  const message = parseMessage(ciphertext)
  if (!message) return undefined
  for (const [index, before] of sessions.entries()) {
    if (index > 0) await nextTurn()
    const session = sessionFor(before, message)
    if (session) return { before, session }
  }
  return undefined
}

export async function encryptStep(
  own: OwnKeys,
  plaintext: Uint8Array,
  stored: Uint8Array | undefined,
): Promise<Ciphertext & { session: Uint8Array }> {
  const record = decodeRecord(stored)
  if (!record.current) throw new SignalError('No open session')
  const scratch: Scratch = { session: alone(record.current) }
  const { type, body } = await withCipher(own, scratch, (cipher) => cipher.encrypt(plaintext))
  const session = encodeRecord(withCurrent(record, currentOf(scratch), record.current))
  return { type: type === preKeyMessageType ? 'pkmsg' : 'msg', ciphertext: Buffer.from(body), session }
}

export async function beginStep(own: OwnKeys, bundle: Bundle, stored: Uint8Array | undefined): Promise<Uint8Array> {
  const scratch: Scratch = {}
  const builder = new SessionBuilder(storageOf(own, scratch), new ProtocolAddress(anyone, 0))
  await attempt(builder.initOutgoing(bundle), builder)
  return encodeRecord(withCurrent(decodeRecord(stored), currentOf(scratch)))
}

const alone = (session: Uint8Array) => encodeRecord({ current: session, previous: [] })

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

async function withCipher<T>(own: OwnKeys, scratch: Scratch, work: (cipher: SessionCipher) => Promise<T>): Promise<T> {
  const cipher = new SessionCipher(storageOf(own, scratch), new ProtocolAddress(anyone, 0))
  return attempt(work(cipher), cipher)
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
