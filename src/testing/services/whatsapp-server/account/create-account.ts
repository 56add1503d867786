import type { proto } from '@whiskeysockets/baileys'
import { cutConnection, endConnection } from '../connection/connection'
import { HISTORY_KINDS, conversationOf, sendHistory } from '../message/history-sync'
import { isGroupJid, lidJid, phoneNumberJid } from '../jids'
import { mailboxOf, deliver } from '../message/mailbox'
import { phoneMessageId } from '../message/message-id'
import { node, unixSeconds } from '../nodes'
import { personByJid, recipientJid, requirePerson } from './people'
import { phoneState } from './phone-state'
import { canonicalChat } from '../phone/send-from-phone'
import { unlinkCompanion } from '../pairing/unlink'
import { DEFAULT_WAIT_MS } from '../wait-until'
import type { Account, HistoryChat, HistoryMessage, HistoryOptions, Recipient } from './phone.types'
import type { Phone } from '../whatsapp-server.types'
import type { Companion, Person } from './server-records.types'
import { deviceKey, type World, companionsOf, nextStanzaId } from './world'

export function createAccount(world: World, companion: Companion, phone: Phone): Account {
  const { number } = companion
  const key = deviceKey(companion)
  const person = requirePerson(world, number)
  const connection = () => world.connections.get(key)
  const until = (condition: () => boolean, timeoutMs: number | undefined, what: string) =>
    world.watch.until(() => (condition() ? true : undefined), timeoutMs ?? DEFAULT_WAIT_MS, `${key} to be ${what}`)
  return {
    number,
    jid: phoneNumberJid(number),
    lid: lidJid(person.lidUser),
    deviceJid: key,
    phone,
    get connected() {
      return connection()?.live ?? false
    },
    whenConnected: async (timeoutMs) => void (await until(() => connection()?.live ?? false, timeoutMs, 'connected')),
    whenDisconnected: async (timeoutMs) => void (await until(() => !connection(), timeoutMs, 'disconnected')),
    typeOnPhone: (to, text, options) => phone.say(to, text, options),
    blockOnPhone: async (to, blocked) =>
      blockOnPhone(world, requirePerson(world, number), personOf(world, to), blocked),
    get blocked() {
      return requirePerson(world, number).blocked
    },
    get wantsFullHistory() {
      return world.companions.get(key)?.wantsFullHistory ?? false
    },
    sendHistory: (chats, options) => sendGivenHistory(world, companion, chats, options ?? {}),
    get unacknowledged() {
      return mailboxOf(world, key).size
    },
    whenDrained: async (timeoutMs) => void (await until(() => mailboxOf(world, key).size === 0, timeoutMs, 'drained')),
    get askedFor() {
      return world.askedFor.get(companion.number) ?? []
    },
    get nacks() {
      return world.nacks.get(key) ?? []
    },
    get logins() {
      return world.companions.get(key)?.logins ?? 0
    },
    streamError: (code) => endWithStreamError(world, key, code),
    unlink: async () => unlinkCompanion(world, key),
    drop: () => {
      const open = connection()
      if (open) cutConnection(open)
    },
  }
}

function personOf(world: World, to: Recipient) {
  const jid = recipientJid(to)
  const person = personByJid(world, jid)
  if (!person) throw new Error(`Nobody has the address ${jid}`)
  return person
}

function endWithStreamError(world: World, key: string, code: number): void {
  const connection = world.connections.get(key)
  if (!connection) throw new Error(`${key} is not connected`)
  const conflicts: Record<number, string> = { 401: 'device_removed', 440: 'replaced' }
  const conflict = conflicts[code]
  const reason = conflict ? [node('conflict', { type: conflict })] : undefined
  // The real server names a replaced connection by its conflict only.
  const attributes = code === 440 ? {} : { code }
  endConnection(world, connection, node('stream:error', attributes, reason))
}

async function sendGivenHistory(
  world: World,
  companion: Companion,
  chats: readonly HistoryChat[],
  options: HistoryOptions,
): Promise<void> {
  const phone = phoneState(world, companion.number)
  const conversations = chats.map((chat) => {
    const jid = canonicalChat(world, recipientJid(chat.with))
    const messages = chat.messages.map((message) => ({ message: toHistoryMessage(jid, message) })).reverse()
    const name = chat.contactName ?? conversationOf(world, phone, jid).name
    return { ...conversationOf(world, phone, jid), name, unreadCount: chat.unread ?? 0, messages }
  })
  const pushnames = options.pushNames?.map((known) => ({ id: recipientJid(known.with), pushname: known.name }))
  const syncType = HISTORY_KINDS[options.kind ?? 'initial']
  const chunks = inChunks(conversations, options.chunkMessages)
  for (const [index, part] of chunks.entries()) {
    if (index > 0 && options.delayMs) await Bun.sleep(options.delayMs)
    const progress = options.progress ?? Math.floor((100 * (index + 1)) / chunks.length)
    const history = { syncType, conversations: part, pushnames, progress, chunkOrder: index + 1 }
    for (let sent = 0; sent < (options.resend ? 2 : 1); sent++) await sendHistory(world, phone, companion, history)
  }
  world.store.flush()
}

/** Parts of at most so many messages, the newest first; a conversation may go on in the next part. */
function inChunks(conversations: readonly proto.IConversation[], most = Infinity): proto.IConversation[][] {
  const at = ({ message }: proto.IHistorySyncMsg) => Number(message?.messageTimestamp ?? 0)
  const all = conversations.flatMap((chat) => (chat.messages ?? []).map((message) => ({ chat, message })))
  if (all.length <= most) return [[...conversations]]
  all.sort((a, b) => at(b.message) - at(a.message))
  const chunks: proto.IConversation[][] = []
  for (let start = 0; start < all.length; start += most) {
    const byChat = Map.groupBy(all.slice(start, start + most), ({ chat }) => chat)
    chunks.push([...byChat].map(([chat, part]) => ({ ...chat, messages: part.map(({ message }) => message) })))
  }
  return chunks
}

function toHistoryMessage(chat: string, message: HistoryMessage): proto.IWebMessageInfo {
  const { id = phoneMessageId(), fromMe = false, from, at, text = '', content = { conversation: text } } = message
  const participant = isGroupJid(chat) && from ? recipientJid(from) : undefined
  const key = { remoteJid: chat, fromMe, id, participant }
  return { key, participant, message: content, messageTimestamp: Math.floor(at / 1000) }
}

function blockOnPhone(world: World, owner: Person, person: Person, blocked: boolean): void {
  const jid = lidJid(person.lidUser)
  const others = owner.blocked.filter((each) => each !== jid)
  owner.blocked = blocked ? [...others, jid] : others
  world.people.set(owner.number, owner)
  for (const companion of companionsOf(world, owner.number)) {
    const item = node('item', { jid, action: blocked ? 'block' : 'unblock' })
    const attributes = {
      from: phoneNumberJid(owner.number),
      type: 'account_sync',
      id: nextStanzaId(world),
      t: unixSeconds(),
    }
    deliver(world, companion, node('notification', attributes, [node('blocklist', {}, [item])]))
  }
}
