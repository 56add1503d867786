import type { ChatMessageView } from '../../src/internal-chat/internal-chat.contract'
import type { PendingChatMessage } from './chat-outbox'

/** A message as it is drawn, stored or still on its way. */
export interface ShownChatMessage {
  key: string
  mine: boolean
  /** Null when the person is gone. */
  senderId: number | null
  senderName: string | null
  text: string
  file: { src: string; stored: string | null; name: string; type: string; size: number } | null
  createdAt: string
  state: 'stored' | 'pending' | 'failed'
  /** The first of a row of one person's messages, and the last. */
  first: boolean
  last: boolean
}

export interface ChatDay {
  key: string
  /** A moment of that day. */
  at: string
  messages: ShownChatMessage[]
}

const groupMs = 5 * 60_000

/** Days with their messages, those written in a row by one person drawn together. */
export function buildChatDays(
  stored: readonly ChatMessageView[],
  pending: readonly PendingChatMessage[],
  me: { id: number; name: string },
  dayOf: (moment: string) => string,
): ChatDay[] {
  const shown = [
    ...stored.map((message) => ofStored(message, me.id)),
    ...pending.map((message) => ofPending(message, me)),
  ]
  const days: ChatDay[] = []
  let previous: ShownChatMessage | undefined
  for (const message of shown) {
    const key = dayOf(message.createdAt)
    let day = days.at(-1)
    const newDay = day?.key !== key
    if (!day || newDay) days.push((day = { key, at: message.createdAt, messages: [] }))
    const joined = !newDay && previous !== undefined && belongTogether(previous, message)
    if (joined && previous) previous.last = false
    message.first = !joined
    day.messages.push(message)
    previous = message
  }
  return days
}

function belongTogether(before: ShownChatMessage, message: ShownChatMessage) {
  const near = Date.parse(message.createdAt) - Date.parse(before.createdAt) < groupMs
  return before.senderId === message.senderId && message.senderId !== null && near
}

function ofStored(message: ChatMessageView, myId: number): ShownChatMessage {
  const { id, clientId, senderId, sender, message: text, mediaPath, createdAt } = message
  const { mediaName, mediaType, mediaSize } = message
  const mine = senderId === myId
  return {
    // The bubble that was pending becomes the stored one without being drawn anew.
    key: mine && clientId !== undefined ? clientId : String(id),
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
          },
    createdAt,
    state: 'stored',
    first: true,
    last: true,
  }
}

function ofPending(
  { clientId, text, file, localUrl, createdAt, failed }: PendingChatMessage,
  me: { id: number; name: string },
): ShownChatMessage {
  return {
    key: clientId,
    mine: true,
    senderId: me.id,
    senderName: me.name,
    text,
    file: file && localUrl ? { src: localUrl, stored: null, name: file.name, type: file.type, size: file.size } : null,
    createdAt,
    state: failed ? 'failed' : 'pending',
    first: true,
    last: true,
  }
}
