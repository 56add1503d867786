import type { UserActor } from '../../src/kernel/company/actor'
import type { TicketStatus } from '../../src/ticket/ticket-status'
import type { TicketEvent, TicketRemoval, TicketView } from '../../src/ticket/ticket.answers'
import { canSeeTicket } from '../../src/ticket/ticket.policy'
import type { TagEvent } from '../contact/tag-change'
import type { LiveFrame } from '../live/live-line'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { LiveEvents } from '../../src/kernel/live/live-events.contract'

export interface TicketListener {
  onTicket: (ticket: TicketView, change: TicketChange) => void
  /** The ticket was deleted, or is no longer visible to the user. */
  onRemoved: (ticketId: number, event: number | undefined) => void
  onLeftTab: (ticketId: number, status: TicketStatus) => void
  onRead: (ticketId: number) => void
  onContact?: (contact: Partial<TicketView['contact']> & { id: number }) => void
  onTag?: (event: TagEvent) => void
  onConnection?: (connection: ConnectionState) => void
}

export interface TicketChange {
  /** Status, owner or queue may have changed, which a mere message never causes. */
  mayHaveMoved: boolean
  /** Number of the live event; none for the answer to the user's own request. */
  event?: number | undefined
}

interface FollowOptions {
  actor: () => UserActor
  listener: TicketListener
}

/** Calls back for all live events about tickets; returns a function that stops it. */
export function followTickets(live: LiveSocketClient, { actor, listener }: FollowOptions): () => void {
  function onTicket(event: TicketEvent, { number }: LiveFrame) {
    if (event.action === 'delete') onDelete(event.ticketId, event, number)
    else if (event.action === 'updateUnread') listener.onRead(event.ticketId)
    else listener.onTicket(event.ticket, { mayHaveMoved: true, event: number })
  }
  function onDelete(ticketId: number, removal: TicketRemoval, event: number | undefined) {
    if (removal.reason === 'closed') listener.onLeftTab(ticketId, removal.status)
    else if (isLost(actor(), removal)) listener.onRemoved(ticketId, event)
  }
  const stops = [
    live.subscribe('ticket', onTicket),
    live.subscribe('appMessage', (event, { number }) => {
      if (event.action !== 'reload') listener.onTicket(event.ticket, { mayHaveMoved: false, event: number })
    }),
    live.subscribe('contact', (event) => 'contact' in event && listener.onContact?.(event.contact)),
    live.subscribe('tag', (event) => listener.onTag?.(event)),
    live.subscribe('whatsappSession', ({ session }) => listener.onConnection?.(session)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A ticket moved between two of the user's queues stays visible, and its new state follows. */
export function isLost(actor: UserActor, removal: TicketRemoval) {
  return removal.reason === 'deleted' || (removal.reason === 'moved' && !canSeeTicket(actor, removal))
}

type ConnectionState = Pick<LiveEvents['whatsappSession']['session'], 'id' | 'name' | 'status'>

/** The ticket with the changed state of its connection, or the same ticket. */
export function withConnectionState(ticket: TicketView, { id, name, status }: ConnectionState): TicketView {
  const { whatsapp } = ticket
  if (whatsapp?.id !== id || (whatsapp.status === status && whatsapp.name === name)) return ticket
  return { ...ticket, whatsapp: { ...whatsapp, name, status } }
}
