import { createHash } from 'node:crypto'
import {
  encodeWAMessage,
  proto,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
} from '@whiskeysockets/baileys'
import { arrivedCategory, decryptedCategory, filingCategory } from './auth-store'
import { createLeastRecentlyUsed } from '../least-recently-used'
import type { LidMapping } from './signal-records'

/** The server redelivers it byte for byte; a resent message is encrypted again. */
export const markOf = (ciphertext: Uint8Array) =>
  createHash('sha256').update(ciphertext).digest().subarray(0, 16).toString('base64url')

export interface Decrypted {
  bytes: Uint8Array
  content: proto.IMessage
}

export interface Filing {
  payload: string
  ids: readonly string[]
}

export interface DecryptionWatch {
  filingOf(ciphertext: Uint8Array, message: Decrypted, lidMapping: LidMapping): Promise<Filing | undefined>
  /** The message cannot be read. It must be stored before it is acknowledged. */
  unreadable(ciphertext: Uint8Array, error: unknown, lidMapping: LidMapping): Promise<void>
  /** Successful or not, messages are being processed. */
  attempted(ciphertext: Uint8Array): void
  /** Decrypted and stored before; Baileys' report of it is ignored. */
  isKnown(ciphertext: Uint8Array): Promise<boolean>
}

/**
 * Stores a message in the same transaction as its ratchet step, because a ciphertext can be decrypted only once. Acknowledges repeated
 * messages itself, because Baileys would begin a new session.
 */
export function fileWithRatchet(
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
      if (await watch.isKnown(ciphertext)) return encodeWAMessage({})
      await watch.unreadable(ciphertext, error, lidMapping)
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
      const filing = await watch.filingOf(ciphertext, message, lidMapping)
      const data = { ...(filing && filedWith(filing)), [decryptedCategory]: { [markOf(ciphertext)]: true } }
      await keys.set(data as SignalDataSet)
      return padded
    }, 'connection')
  }

  const filedWith = ({ payload, ids }: Filing) => ({
    [filingCategory]: { [String(filed++)]: payload },
    [arrivedCategory]: Object.fromEntries(ids.map((id) => [id, true])),
  })

  /** A group's key arrives inside a message that can be decrypted only once, so it is stored with that step. */
  async function takeSenderKey(message: proto.IMessage, authorJid: string) {
    const item = senderKeyOf(message)
    if (!item) return
    await processSenderKeyDistributionMessage({ item, authorJid })
    distributed.set(nameOf(item, authorJid), true)
  }

  repository.decryptMessage = (options) => filing(options.ciphertext, options.jid, () => decryptMessage(options))
  repository.decryptGroupMessage = (options) =>
    filing(options.msg, options.authorJid, () => decryptGroupMessage(options))
  repository.processSenderKeyDistributionMessage = async (options) => {
    if (distributed.has(nameOf(options.item, options.authorJid))) return
    await processSenderKeyDistributionMessage(options)
  }
}

type SenderKey = proto.Message.ISenderKeyDistributionMessage

function senderKeyOf(message: proto.IMessage): SenderKey | undefined {
  const item = (message.deviceSentMessage?.message ?? message).senderKeyDistributionMessage
  return item?.groupId ? item : undefined
}

const nameOf = (item: SenderKey, authorJid: string) =>
  `${authorJid}/${item.groupId}/${Buffer.from(item.axolotlSenderKeyDistributionMessage ?? []).toString('base64')}`
