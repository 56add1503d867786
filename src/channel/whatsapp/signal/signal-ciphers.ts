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
  type SignedPreKey,
} from 'whatsapp-rust-bridge'
import { nextTurn } from '../../../kernel/company/batches'
import { belongsTo, isNear, isWithinReach, parseMessage } from './authenticate-message'
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

/** Functions of stored bytes; a failed step changes nothing. */
export interface OwnKeys {
  registrationId: number
  identity: KeyPair
  signedPreKey: SignedPreKey
}

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
  preKey?: KeyPair
  usedPreKey?: true
}

/** Decrypts a message of an existing session or, with the pre-key that it names, one that starts a session. */
export async function decryptStep(
  own: OwnKeys,
  { type, ciphertext }: Ciphertext,
  stored: { session?: Uint8Array; preKey?: KeyPair },
): Promise<{ plaintext: Uint8Array; session: Uint8Array; usedPreKey: boolean }> {
  const record = decodeRecord(stored.session)
  if (type === 'msg') return decryptInItsSession(own, ciphertext, record)
  const { baseKey, message } = readPreKeyMessage(ciphertext) ?? {}
  const inner = message && parseMessage(message)
  const begun = sessionsOf(record).find((session) => sameBytes(describeSession(session).baseKey, baseKey))
  if (!inner || !(begun ? belongsTo(begun, inner) : isNear(inner))) throw new SignalError('No matching session')
  const scratch: Scratch = { session: alone(begun), preKey: stored.preKey }
  const plaintext = await withCipher(own, scratch, (cipher) => cipher.decryptPreKeyWhisperMessage(ciphertext))
  const session = encodeRecord(withCurrent(record, currentOf(scratch), begun))
  return { plaintext, session, usedPreKey: scratch.usedPreKey ?? false }
}

/** Only the session in which a message was written gets to decrypt it. */
async function decryptInItsSession(own: OwnKeys, ciphertext: Uint8Array, record: SessionRecord) {
  const sessions = sessionsOf(record)
  const session = sessions.length > 0 ? await findSession(sessions, ciphertext) : undefined
  if (!session) throw new SignalError(sessions.length > 0 ? 'No matching session' : 'No session record')
  const scratch: Scratch = { session: alone(session) }
  const plaintext = await withCipher(own, scratch, (cipher) => cipher.decryptWhisperMessage(ciphertext))
  return { plaintext, session: encodeRecord(withCurrent(record, currentOf(scratch), session)), usedPreKey: false }
}

async function findSession(sessions: Uint8Array[], ciphertext: Uint8Array): Promise<Uint8Array | undefined> {
  const message = parseMessage(ciphertext)
  if (!message) return undefined
  for (const [index, session] of sessions.entries()) {
    if (index > 0) await nextTurn()
    if (belongsTo(session, message)) return session
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

const alone = (session: Uint8Array | undefined) => session && encodeRecord({ current: session, previous: [] })

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
    loadPreKey: () => scratch.preKey,
    removePreKey: () => void (scratch.usedPreKey = true),
    loadSignedPreKey: () => own.signedPreKey,
    loadSenderKey: () => scratch.senderKey,
    storeSenderKey: (_id, record) => void (scratch.senderKey = record),
  }
}
