import type { Signal } from '@preact/signals-react'
import { channelRules, replyWindowEndMs } from '../../../src/channel/channel-rules.contract'
import type { ContactEvent, ContactView } from '../../../src/contact/contact.answers'
import type { MessageEvent, MessageView, PresenceEvent, TicketViewer } from '../../../src/message/message.answers'
import type { LiveEvents } from '../../../src/kernel/live/live-events.contract'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { TicketEvent, TicketView, NewerTicket, TicketRemoval } from '../../../src/ticket/ticket.answers'
import type { TagEvent } from '../../contact/tag-change'
import type { LiveSocketClient } from '../../live/live-socket-client'
import type { TouchLog } from '../../live/touch-log'
import { isLost, withConnectionState } from '../../ticket/follow-tickets'
import { withContactTags, withTagOfTicket } from '../../ticket/ticket-tags'
import type { MessageStore } from '../../message/message-store'

interface FollowOptions {
  live: LiveSocketClient
  ticket: Signal<TicketView>
  typing: Signal<Typing | undefined>
  viewers: Signal<readonly TicketViewer[]>
  removed: Signal<Removal | undefined>
  actor: () => UserActor
  store: MessageStore<MessageView>
  touches: Pick<TouchLog<TicketPart>, 'touch'>
  receive: (message: MessageView, created: boolean) => void
  read: () => void
}

/** Providers report typing, but not always its end. */
const typingMs = 12_000

/** Joins the ticket's room and applies its events; returns the function that stops it. */
export function followConversation(options: FollowOptions): () => void {
  const { live, ticket, removed, actor, receive, read, store, touches } = options
  const ticketId = ticket.peek().id

  function take(next: TicketView, ...parts: TicketPart[]) {
    for (const part of parts) touches.touch(part)
    ticket.value = next
  }

  function takeNewer(next: TicketView) {
    if (next !== ticket.peek()) take(next, 'newerTicket')
  }

  function onMessage(event: MessageEvent) {
    if (event.action === 'reload') return
    const { action, message, ticket: changed } = event
    if (message.ticketId === ticketId || store.find(message.id)) receive(message, action === 'create')
    if (changed.id === ticketId) {
      take({ ...ticket.peek(), ...changed, ...replyAfter(action, message), ...afterMove(message) }, 'ticket', 'contact')
    }
    read()
  }

  /** The reply time starts again with the contact's message. A comment is answered once, unless the contact has just written. */
  function replyAfter(
    action: MessageEvent['action'],
    { fromMe, isPrivate, createdAt, dataJson, sendState, sendError }: MessageView,
  ): Partial<TicketView> {
    const { channel, lastInboundAt, commentReply } = ticket.peek()
    if (action === 'create' && !fromMe) {
      const endMs = lastInboundAt && !commentReply ? replyWindowEndMs(channel, Date.parse(lastInboundAt)) : undefined
      const hasWritten = endMs !== undefined && Date.parse(createdAt) <= endMs
      const isComment = dataJson?.referral?.of === 'comment' && !hasWritten
      return { lastInboundAt: createdAt, commentReply: isComment ? 'open' : undefined, isWindowRefused: undefined }
    }
    const { windowOverCode } = channelRules[channel]
    if (windowOverCode && sendError?.startsWith(windowOverCode) && lastInboundAt && createdAt >= lastInboundAt)
      return { isWindowRefused: true }
    if (!fromMe || isPrivate || !commentReply) return {}
    if (action === 'create') return { commentReply: 'sent' }
    return sendState === 'failed' ? { commentReply: 'open' } : {}
  }

  /** The new number has not written, unless it did after the change. */
  function afterMove({ dataJson, createdAt }: MessageView) {
    const { lastInboundAt } = ticket.peek()
    return dataJson?.numberChange?.isDone && lastInboundAt && lastInboundAt < createdAt ? { lastInboundAt: null } : {}
  }

  function onTicket(event: TicketEvent) {
    const isThis = event.ticketId === ticketId
    if (event.action === 'delete') onRemoval(event)
    else if (event.action === 'updateUnread') {
      if (isThis) take({ ...ticket.peek(), unreadMessages: 0 })
    } else if (isThis) take(withChanges(ticket.peek(), event.ticket), 'ticket', 'contact')
    else takeNewer(withNewerTicket(ticket.peek(), event.ticket))
  }

  function onRemoval({ action, ticketId: removedId, ...removal }: TicketEvent & { action: 'delete' }) {
    if (removedId !== ticketId) return takeNewer(withoutTicket(ticket.peek(), removedId, removal))
    // A closed ticket only leaves a tab of the list; its new state follows.
    if (isLost(actor(), removal)) removed.value = removal
  }

  function onContact(event: ContactEvent) {
    if (!('contact' in event) || event.contact.id !== ticket.peek().contactId) return
    take(withContact(ticket.peek(), event.contact), 'contact')
  }

  function onTag(event: TagEvent) {
    const changed = withTagOfTicket(ticket.peek(), event)
    if (changed !== ticket.peek()) take(changed, 'ticket', 'contact')
  }

  function onConnection({ session }: LiveEvents['whatsappSession']) {
    const changed = withConnectionState(ticket.peek(), session)
    if (changed !== ticket.peek()) take(changed, 'ticket')
  }

  return readWhileFollowing(read, [
    live.joinTicket(ticket.peek().uuid),
    live.subscribe('appMessage', onMessage),
    live.subscribe('ticket', onTicket),
    live.subscribe('contact', onContact),
    live.subscribe('tag', onTag),
    live.subscribe('whatsappSession', onConnection),
    followPresence(options),
  ])
}

function withContact(ticket: TicketView, contact: Omit<ContactView, 'lastMessage'>): TicketView {
  const tags = withContactTags(ticket.tags, contact.tags)
  return { ...ticket, tags, contact: { ...ticket.contact, ...contact } }
}

/** Marks messages as read when the page becomes visible again. Returns a function that ends this and calls `stops`. */
function readWhileFollowing(read: () => void, stops: readonly (() => void)[]) {
  document.addEventListener('visibilitychange', read)
  return () => {
    document.removeEventListener('visibilitychange', read)
    for (const stop of stops) stop()
  }
}

function followPresence({ live, ticket, typing, viewers }: FollowOptions): () => void {
  const ticketId = ticket.peek().id
  const showTyping = createTypingSign(typing)

  function onPresence({ ticketId: typedIn, state }: PresenceEvent) {
    if (typedIn !== ticketId) return
    const { name } = ticket.peek().contact
    showTyping(state === 'paused' ? undefined : { name, recording: state === 'recording' })
  }

  const stopPresence = live.subscribe('presence', onPresence)
  const stopViewers = live.subscribe('ticketViewers', (event) => {
    if (event.ticketId === ticketId) viewers.value = event.viewers
  })
  return () => {
    stopPresence()
    stopViewers()
    showTyping(undefined)
  }
}

/** Shows that the contact is typing, until it is known to have ended or takes too long. */
function createTypingSign(typing: Signal<Typing | undefined>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (shown: Typing | undefined) => {
    clearTimeout(timer)
    typing.value = shown
    if (shown) timer = setTimeout(() => (typing.value = undefined), typingMs)
  }
}

/** Returns the conversation's ticket with a change. An active ticket has no newer one. */
function withChanges(ticket: TicketView, changed: TicketView): TicketView {
  const merged = { ...ticket, ...changed }
  return merged.status === 'closed' ? merged : { ...merged, newerTicket: null }
}

/** Applies a change of another ticket: a closed conversation records its contact's newer one. */
function withNewerTicket(ticket: TicketView, other: TicketView): TicketView {
  const isSameChat = other.contactId === ticket.contactId && other.whatsappId === ticket.whatsappId
  const isKnown = other.id === ticket.newerTicket?.id
  if (ticket.status !== 'closed' || !isSameChat || (other.status === 'closed' && !isKnown)) return ticket
  const { id, uuid, status, user, queue } = other
  return { ...ticket, newerTicket: { id, uuid, status, user, queue } }
}

/** Applies the removal of another ticket. */
function withoutTicket(ticket: TicketView, id: number, removal: TicketRemoval): TicketView {
  const newer = ticket.newerTicket
  if (newer?.id !== id) return ticket
  return { ...ticket, newerTicket: removal.reason === 'deleted' ? null : afterRemoval(newer, removal) }
}

function afterRemoval(newer: NewerTicket, removal: Exclude<TicketRemoval, { reason: 'deleted' }>): NewerTicket {
  if (removal.reason === 'closed') return { ...newer, status: removal.status }
  const { status, user, queue } = removal
  return { ...newer, uuid: null, status, user, queue }
}

export type Removal = TicketRemoval | { reason: 'permissions' }

export interface Typing {
  name: string
  recording: boolean
}

/** Live events replace the whole ticket, its contact, or the contact's newer ticket. */
export type TicketPart = 'ticket' | 'contact' | 'newerTicket'
