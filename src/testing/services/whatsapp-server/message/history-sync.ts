import { proto } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { isGroupJid, lidJid, phoneNumberJid } from '../jids'
import { uploadFromPhone } from '../media/media-store'
import { sendPeerMessage } from './peer-messages'
import { personByJid } from '../account/people'
import type { PhoneState } from '../account/phone-state.types'
import { phoneState } from '../account/phone-state'
import { ownerOf } from '../phone/send-from-phone'
import { toWebMessage } from './web-message'
import type { Companion } from '../account/server-records.types'
import { deviceKey, type World } from '../account/world'

const { HISTORY_SYNC_NOTIFICATION, APP_STATE_SYNC_KEY_SHARE } = proto.Message.ProtocolMessage.Type
const { INITIAL_BOOTSTRAP, RECENT, FULL, PUSH_NAME } = proto.HistorySync.HistorySyncType
const MESSAGES_PER_CHAT = 50

/** What a phone sends to a device it just linked: the keys of the application state, then its recent conversations. */
export async function introduceDevice(world: World, companion: Companion): Promise<void> {
  const phone = phoneState(world, companion.number)
  await sendPeerMessage(world, phone, companion, {
    type: APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: { keys: [appStateKey(world, phone)] },
  })
  const pushnames = [...world.people.values()].map((person) => ({
    id: phoneNumberJid(person.number),
    pushname: person.name,
  }))
  await sendHistory(world, phone, companion, { syncType: INITIAL_BOOTSTRAP, conversations: ownChats(world, phone) })
  await sendHistory(world, phone, companion, { syncType: PUSH_NAME, pushnames })
  companion.introduced = true
  world.companions.set(deviceKey(companion), companion)
}

/** Sends a history notification: recent history travels as an encrypted blob, what introduces a device inside it. */
export async function sendHistory(
  world: World,
  phone: PhoneState,
  companion: Companion,
  history: proto.IHistorySync,
): Promise<void> {
  const compressed = deflateSync(proto.HistorySync.encode(history).finish())
  const isInline = history.syncType !== RECENT && history.syncType !== FULL
  const common = {
    syncType: history.syncType as number,
    chunkOrder: history.chunkOrder ?? 1,
    progress: history.progress,
  }
  const historySyncNotification = isInline
    ? { ...common, initialHistBootstrapInlinePayload: compressed }
    : { ...common, ...(await uploadFromPhone(world, compressed, 'md-msg-hist')) }
  await sendPeerMessage(world, phone, companion, { type: HISTORY_SYNC_NOTIFICATION, historySyncNotification })
}

export const HISTORY_KINDS = { initial: INITIAL_BOOTSTRAP, recent: RECENT, full: FULL } as const

function ownChats(world: World, phone: PhoneState): proto.IConversation[] {
  const byChat = Map.groupBy(phone.messages, (message) => message.chat)
  return [...byChat].map(([chat, messages]) => ({
    ...conversationOf(world, phone, chat),
    messages: messages
      .slice(-MESSAGES_PER_CHAT)
      .reverse()
      .map((message) => ({ message: toWebMessage(message) })),
    conversationTimestamp: Math.floor((messages.at(-1)?.at ?? 0) / 1000),
  }))
}

export function conversationOf(world: World, phone: PhoneState, chat: string): proto.IConversation {
  const person = personByJid(world, chat)
  if (isGroupJid(chat) || !person) return { id: chat, name: world.groups.get(chat)?.subject }
  return {
    id: phoneNumberJid(person.number),
    name: person.name,
    pnJid: phoneNumberJid(person.number),
    lidJid: lidJid(person.lidUser),
    accountLid: lidJid(ownerOf(world, phone).lidUser),
  }
}

/** The key linked devices encrypt the application state with: the same for every device of the account. */
function appStateKey(world: World, phone: PhoneState): proto.Message.IAppStateSyncKey {
  const owner = ownerOf(world, phone)
  owner.appStateKey ??= randomBytes(32)
  world.people.set(owner.number, owner)
  const fingerprint = { rawId: owner.registrationId, currentIndex: 0, deviceIndexes: [0] }
  return {
    keyId: { keyId: Buffer.from([0, 0, 0, 0, 0, 1]) },
    keyData: { keyData: owner.appStateKey, fingerprint, timestamp: Date.now() },
  }
}
