import type { Signal } from '@preact/signals-react'
import type { MessageView } from '../../src/message/message.answers'
import type { UserActor } from '../../src/kernel/actor'
import type { TicketRemoval, TicketView } from '../../src/ticket/ticket.answers'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { TouchLog } from '../live/touch-log'
import { isLost } from '../ticket/follow-tickets'
import type { Removal, TicketPart, Typing } from './conversation-state'
import type { MessageStore } from '../message/message-store'
import { withChanges, withNewerTicket, withoutTicket } from './newer-ticket'

interface FollowOptions {
  live: LiveSocketClient
  companyId: number
  ticket: Signal<TicketView>
  typing: Signal<Typing | undefined>
  gone: Signal<Removal | undefined>
  actor: () => UserActor
  store: MessageStore<MessageView>
  touches: Pick<TouchLog<TicketPart>, 'touch'>
  receive: (message: MessageView, created: boolean) => void
  read: () => void
}

/** What live events may carry that a conversation listens to. */
interface LiveEvent {
  action?: string
  message?: MessageView
  messageId?: number
  ticket?: TicketView
  ticketId?: number
  contact?: TicketView['contact']
  contactId?: number
  state?: 'composing' | 'recording' | 'paused'
}

/** A provider says that somebody types, but not always that they have stopped. */
const typingMs = 12_000

/** Joins the ticket's room and applies what happens there; returns what ends it. */
export function followConversation(options: FollowOptions): () => void {
  const { live, companyId, ticket, typing, gone, actor, receive, read, store, touches } = options
  const ticketId = ticket.peek().id
  let typingTimer: ReturnType<typeof setTimeout> | undefined

  function take(next: TicketView) {
    touches.touch('ticket')
    touches.touch('contact')
    ticket.value = next
  }

  function takeNewer(next: TicketView) {
    if (next === ticket.peek()) return
    touches.touch('newerTicket')
    ticket.value = next
  }

  function onMessage({ action, message, messageId, ticket: changed }: LiveEvent) {
    if (action === 'delete' && !message && messageId !== undefined) return store.remove(messageId)
    if (message && (message.ticketId === ticketId || store.find(message.id))) receive(message, action === 'create')
    if (changed?.id === ticketId) {
      // The time to reply begins anew with what the contact has just written.
      const arrived = action === 'create' && message && !message.fromMe ? { lastInboundAt: message.createdAt } : {}
      take({ ...ticket.peek(), ...changed, ...arrived })
    }
    read()
  }

  function onTicket({ action, ticket: changed, ticketId: deleted, ...more }: LiveEvent & Partial<TicketRemoval>) {
    if (changed && action !== 'delete') {
      if (changed.id === ticketId) take(withChanges(ticket.peek(), changed))
      else takeNewer(withNewerTicket(ticket.peek(), changed))
    }
    // Resolved, it only leaves a tab of the list: how it is now follows.
    else if (action === 'delete' && deleted === ticketId) {
      if (isLost(actor(), more as TicketRemoval)) gone.value = more as TicketRemoval
    } else if (action === 'delete' && deleted !== undefined) {
      takeNewer(withoutTicket(ticket.peek(), deleted, more as TicketRemoval))
    } else if (action === 'updateUnread' && deleted === ticketId) ticket.value = { ...ticket.peek(), unreadMessages: 0 }
  }

  function onContact({ contact }: LiveEvent) {
    if (contact?.id !== ticket.peek().contactId) return
    touches.touch('contact')
    ticket.value = { ...ticket.peek(), contact: { ...ticket.peek().contact, ...contact } }
  }

  function onPresence({ ticketId: where, contact, state }: LiveEvent) {
    if (where !== ticketId) return
    clearTimeout(typingTimer)
    if (state === 'paused') return void (typing.value = undefined)
    typing.value = { name: contact?.name ?? ticket.peek().contact.name, recording: state === 'recording' }
    typingTimer = setTimeout(() => (typing.value = undefined), typingMs)
  }

  const on = (event: string, apply: (news: LiveEvent) => void) =>
    live.subscribe(`company-${companyId}-${event}`, (data) => {
      if (typeof data === 'object' && data !== null) apply(data as LiveEvent)
    })
  const stops = [
    live.joinTicket(ticket.peek().uuid),
    on('appMessage', onMessage),
    on('ticket', onTicket),
    on('contact', onContact),
    on('presence', onPresence),
  ]
  document.addEventListener('visibilitychange', read)
  return () => {
    clearTimeout(typingTimer)
    document.removeEventListener('visibilitychange', read)
    for (const stop of stops) stop()
  }
}
