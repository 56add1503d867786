import { minuteMs } from '../../src/kernel/time/durations.contract'
import type { ChatMember, ChatMessageView } from '../../src/internal-chat/internal-chat.calls'
import type { PendingChatMessage } from './message/chat-outbox'

interface ShownFile {
  src: string
  stored: string | null
  name: string
  type: string
  size: number
  /** Width of a picture or video in pixels, if known. */
  width?: number | undefined
  height?: number | undefined
}

export interface ShownChatMessage {
  key: string
  /** Undefined while it is being sent. */
  stored: ChatMessageView | undefined
  mine: boolean
  /** Null when the user was deleted. */
  senderId: number | null
  senderName: string | null
  text: string
  file: ShownFile | null
  createdAt: string
  state: 'stored' | 'pending' | 'offline' | 'failed'
  /** For the user's own messages: the readers, and whether everybody has read it. */
  readers: readonly string[]
  isRead: boolean
  /** The first and last of consecutive messages by one user. */
  first: boolean
  last: boolean
}

interface ChatDay {
  key: string
  at: string
  blocks: ChatBlock[]
}

/** Messages that are removed from the document together when far from the visible part. */
interface ChatBlock {
  key: string
  messages: ShownChatMessage[]
}

const groupMs = 5 * minuteMs
/** Aligned to the clock, so that loading an earlier page never changes later blocks. */
const blockMs = 30 * minuteMs

interface ChatRowOptions {
  me: { id: number; name: string }
  users: readonly ChatMember[]
  dayOf: (moment: string) => string
}

export function buildChatDays(
  stored: readonly ChatMessageView[],
  pending: readonly PendingChatMessage[],
  { me, users, dayOf }: ChatRowOptions,
): ChatDay[] {
  const readUpTo = listReadUpTo(stored, users, me.id)
  // Stored already, although the answer was lost.
  const arrived = new Set(stored.map(({ clientId }) => clientId))
  const shown = [
    ...stored.map((message) => ofStored(message, me.id, readUpTo)),
    ...pending.filter(({ clientId }) => !arrived.has(clientId)).map((message) => ofPending(message, me)),
  ]
  const days: ChatDay[] = []
  let previous: ShownChatMessage | undefined
  for (const message of shown) {
    const key = dayOf(message.createdAt)
    let day = days.at(-1)
    const newDay = day?.key !== key
    if (!day || newDay) days.push((day = { key, at: message.createdAt, blocks: [] }))
    const joined = !newDay && previous !== undefined && belongTogether(previous, message)
    if (joined && previous) previous.last = false
    message.first = !joined
    blockFor(day, message.createdAt).messages.push(message)
    previous = message
  }
  return days
}

function blockFor({ blocks }: ChatDay, createdAt: string): ChatBlock {
  const key = String(Math.floor(Date.parse(createdAt) / blockMs))
  let block = blocks.at(-1)
  if (block?.key !== key) blocks.push((block = { key, messages: [] }))
  return block
}

interface ReadUpTo {
  name: string
  /** The oldest message that the user has not read. */
  unreadFrom: number
}

/** How far each member has read: their unread messages are the newest ones of others. */
function listReadUpTo(stored: readonly ChatMessageView[], users: readonly ChatMember[], myId: number): ReadUpTo[] {
  return users
    .filter(({ userId }) => userId !== myId)
    .map(({ userId, unreads, user: { name } }) => {
      const others = unreads === 0 ? [] : stored.filter(({ senderId }) => senderId !== userId).slice(-unreads)
      return { name, unreadFrom: others[0]?.id ?? Number.POSITIVE_INFINITY }
    })
}

function belongTogether(before: ShownChatMessage, message: ShownChatMessage) {
  const near = Date.parse(message.createdAt) - Date.parse(before.createdAt) < groupMs
  return before.senderId === message.senderId && message.senderId !== null && near
}

function ofStored(message: ChatMessageView, myId: number, readUpTo: readonly ReadUpTo[]): ShownChatMessage {
  const { id, clientId, senderId, sender, message: text, mediaPath, createdAt } = message
  const { mediaName, mediaType, mediaSize, mediaWidth, mediaHeight } = message
  const mine = senderId === myId
  const readers = mine ? readUpTo.filter(({ unreadFrom }) => id < unreadFrom).map(({ name }) => name) : []
  return {
    // The same key as the pending bubble, so that it is not rendered again.
    key: mine && clientId !== undefined ? clientId : String(id),
    stored: message,
    readers,
    isRead: readers.length > 0 && readers.length === readUpTo.length,
    mine,
    senderId,
    senderName: sender?.name ?? null,
    text,
    file:
      mediaPath === null
        ? null
        : {
            src: mediaPath,
            stored: mediaPath,
            name: mediaName ?? '',
            type: mediaType ?? '',
            size: mediaSize ?? 0,
            width: mediaWidth ?? undefined,
            height: mediaHeight ?? undefined,
          },
    createdAt,
    state: 'stored',
    first: true,
    last: true,
  }
}

function ofPending(
  { clientId, text, file, previewUrl, createdAt, state }: PendingChatMessage,
  me: { id: number; name: string },
): ShownChatMessage {
  return {
    key: clientId,
    stored: undefined,
    readers: [],
    isRead: false,
    mine: true,
    senderId: me.id,
    senderName: me.name,
    text,
    file:
      file && previewUrl ? { src: previewUrl, stored: null, name: file.name, type: file.type, size: file.size } : null,
    createdAt,
    state: state === 'failed' || state === 'offline' ? state : 'pending',
    first: true,
    last: true,
  }
}
