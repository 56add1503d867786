import {
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  proto,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
  unpadRandomMax16,
} from '@whiskeysockets/baileys'
import { SessionCipher } from 'libsignal'
import { AsyncLocalStorage } from 'node:async_hooks'
import { decryptedCategory, filingCategory } from './auth-store'
import { markOf } from './decrypted-ciphertexts'
import { createLeastRecentlyUsed } from './least-recently-used'

export interface Decrypted {
  bytes: Uint8Array
  content: proto.IMessage
}

/** What is told of each message as it is decrypted, while the ratchet step that decrypted it is not yet stored. */
export interface DecryptionWatch {
  /** The payload to file for these bytes, in the same transaction as the ratchet step; undefined when there is none. */
  payloadOf(ciphertext: Uint8Array, message: Decrypted, lidMapping: LidMapping): Promise<string | undefined>
  /** An attempt ended, well or not: the proof that messages are being worked on. */
  attempted(ciphertext: Uint8Array): void
  /** Whether this very ciphertext was read before, and what it held is stored; what Baileys tells of it is to be ignored. */
  isKnown(ciphertext: Uint8Array): boolean
  /** Writes to the store at once, whatever transaction is open. */
  storeNow(data: SignalDataSet): void
}

export type LidMapping = SignalRepositoryWithLIDStore['lidMapping']

/** Of people whose two names are remembered without asking the file: about 0.2 kB each. */
const mappingsMax = 2000

/**
 * Baileys' Signal repository with faults of its surroundings mended:
 * – a message and the ratchet step that decrypted it are committed together. Otherwise a crash between the two loses the
 *   message for good, as the same ciphertext can never be decrypted again.
 * – a step of ours is stored before what it encrypted leaves. Baileys writes the message first: killed in between, the next
 *   process would use the same key for another message, which the recipient could not read.
 * – what the server hands over again, because we were gone before we acknowledged it, is acknowledged. Baileys would take it
 *   for unreadable and have the phone begin a new session for each, until the sessions of what still waits are forgotten.
 * – sends and receipts of one connection never interleave. Baileys locks a send under our own name and a receipt under
 *   the sender's, so each could overwrite the other's step of the same session ("waiting for this message").
 * – the map of names has a bound.
 */
export function watchedSignalRepository(watch: DecryptionWatch): SocketConfig['makeSignalRepository'] {
  return (auth, logger, lookUp) => {
    const keys = auth.keys as SignalKeyStoreWithTransaction
    serialise(keys)
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, lookUp)
    boundMappings(repository.lidMapping)
    fileWithRatchet(repository, keys, watch)
    storeBeforeSending(repository, keys, watch)
    return repository
  }
}

/** One transaction at a time, except for those that others wait for while they hold a lock of Baileys. */
function serialise(keys: SignalKeyStoreWithTransaction) {
  const transaction = keys.transaction.bind(keys)
  keys.transaction = (work, key) => {
    const waitedFor = key === 'lid-mapping' || key.startsWith('delete-')
    return transaction(work, waitedFor ? key : 'connection')
  }
}

function fileWithRatchet(
  repository: SignalRepositoryWithLIDStore,
  keys: SignalKeyStoreWithTransaction,
  watch: DecryptionWatch,
) {
  const { decryptMessage, decryptGroupMessage, processSenderKeyDistributionMessage, lidMapping } = repository
  const distributed = createLeastRecentlyUsed<true>(50)
  let filed = 0

  async function filing(ciphertext: Uint8Array, author: string, decrypt: () => Promise<Uint8Array>) {
    try {
      return await filingOnce(ciphertext, author, decrypt)
    } catch (error) {
      if (watch.isKnown(ciphertext)) return encodeWAMessage({})
      throw error
    } finally {
      watch.attempted(ciphertext)
    }
  }

  async function filingOnce(ciphertext: Uint8Array, author: string, decrypt: () => Promise<Uint8Array>) {
    return keys.transaction(async () => {
      const padded = await decrypt()
      const bytes = unpadRandomMax16(padded)
      const message = { bytes, content: proto.Message.decode(bytes) }
      await takeSenderKey(message.content, author)
      const payload = await watch.payloadOf(ciphertext, message, lidMapping)
      const filing = payload ? { [filingCategory]: { [String(filed++)]: payload } } : {}
      const data = { ...filing, [decryptedCategory]: { [markOf(ciphertext)]: true } }
      await keys.set(data as unknown as SignalDataSet)
      return padded
    }, 'connection')
  }

  /** A group's key comes inside a message that can be read only once: it is stored with that reading, too. */
  async function takeSenderKey(message: proto.IMessage, authorJid: string) {
    const item = senderKeyOf(message)
    if (!item) return
    await processSenderKeyDistributionMessage.call(repository, { item, authorJid })
    distributed.set(nameOf(item, authorJid), true)
  }

  repository.decryptMessage = (options) =>
    filing(options.ciphertext, options.jid, () => decryptMessage.call(repository, options))
  repository.decryptGroupMessage = (options) =>
    filing(options.msg, options.authorJid, () => decryptGroupMessage.call(repository, options))
  repository.processSenderKeyDistributionMessage = async (options) => {
    if (distributed.has(nameOf(options.item, options.authorJid))) return
    await processSenderKeyDistributionMessage.call(repository, options)
  }
}

const encrypting = new AsyncLocalStorage<true>()

function storeBeforeSending(
  repository: SignalRepositoryWithLIDStore,
  keys: SignalKeyStoreWithTransaction,
  { storeNow }: DecryptionWatch,
) {
  const { encryptMessage, encryptGroupMessage } = repository
  const set = keys.set.bind(keys)
  keys.set = async (data) => {
    await set(data)
    if (encrypting.getStore()) storeNow(data)
  }
  repository.encryptMessage = (options) => encrypting.run(true, () => encryptMessage.call(repository, options))
  repository.encryptGroupMessage = (options) =>
    encrypting.run(true, () => encryptGroupMessage.call(repository, options))
}

type SenderKey = proto.Message.ISenderKeyDistributionMessage

function senderKeyOf(message: proto.IMessage): SenderKey | undefined {
  const item = (message.deviceSentMessage?.message ?? message).senderKeyDistributionMessage
  return item?.groupId ? item : undefined
}

const nameOf = (item: SenderKey, authorJid: string) =>
  `${authorJid}/${item.groupId}/${Buffer.from(item.axolotlSenderKeyDistributionMessage ?? []).toString('base64')}`

/** Baileys keeps every name for days, with a timer each. */
function boundMappings(lidMapping: LidMapping) {
  const open = lidMapping as unknown as { mappingCache: unknown }
  open.mappingCache = createLeastRecentlyUsed<string>(mappingsMax)
}

/**
 * libsignal queues the work on one session by its address alone, and runs what was queued in the context of whoever came
 * first. Two connections that talk to the same person share that queue, so one's work would run outside its own
 * transaction. Each piece is bound to the context it was queued in.
 */
function keepContextInQueue() {
  const prototype = SessionCipher.prototype as unknown as {
    queueJob(work: () => Promise<unknown>): Promise<unknown>
    keepsContext?: true
  }
  if (prototype.keepsContext) return
  prototype.keepsContext = true
  const { queueJob } = prototype
  prototype.queueJob = function (work) {
    return queueJob.call(this, AsyncLocalStorage.bind(work))
  }
}
keepContextInQueue()
