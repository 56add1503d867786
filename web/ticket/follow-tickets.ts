import type { UserActor } from '../../src/kernel/actor'
import type { TicketStatus } from '../../src/ticket/ticket-status'
import type { TicketEvent, TicketRemoval, TicketView } from '../../src/ticket/ticket.answers'
import { canSeeTicket } from '../../src/ticket/ticket.policy'
import type { LiveSocketClient } from '../live/live-socket-client'

export interface TicketListener {
  /** A ticket as it is now. `moved`: its status, owner or queue may have changed. */
  onTicket: (ticket: TicketView, moved: boolean) => void
  /** Deleted, or out of this person's sight. */
  onRemoved: (ticketId: number) => void
  /** Closed: it leaves the tab of that status; how it is now follows. */
  onLeftTab: (ticketId: number, status: TicketStatus) => void
  /** Somebody has read it. */
  onRead: (ticketId: number) => void
  onContact?: (contact: Partial<TicketView['contact']> & { id: number }) => void
}

interface FollowOptions {
  /** Who looks, as they are now. */
  actor: () => UserActor
  news: TicketListener
}

/** Everything the live line tells of tickets, one by one; returns what ends it. */
export function followTickets(live: LiveSocketClient, { actor, news }: FollowOptions): () => void {
  function onTicket(event: TicketEvent) {
    if (event.action === 'delete') onDelete(event.ticketId, event)
    else if (event.action === 'updateUnread') news.onRead(event.ticketId)
    else news.onTicket(event.ticket, true)
  }
  function onDelete(ticketId: number, gone: TicketRemoval) {
    if (gone.reason === 'closed') news.onLeftTab(ticketId, gone.status)
    else if (isLost(actor(), gone)) news.onRemoved(ticketId)
  }
  const stops = [
    live.subscribe('ticket', onTicket),
    live.subscribe('appMessage', (event) => event.action !== 'reload' && news.onTicket(event.ticket, false)),
    live.subscribe('contact', (event) => 'contact' in event && news.onContact?.(event.contact)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Moved from one queue of theirs to another it is still seen, and how it is now follows. */
export function isLost(actor: UserActor, gone: TicketRemoval) {
  return gone.reason === 'deleted' || (gone.reason === 'moved' && !canSeeTicket(actor, gone))
}
