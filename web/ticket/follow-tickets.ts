import type { UserActor } from '../../src/kernel/actor'
import type { TicketStatus } from '../../src/ticket/ticket-status'
import type { TicketRemoval, TicketView } from '../../src/ticket/ticket.answers'
import { canSeeTicket } from '../../src/ticket/ticket.policy'
import type { LiveSocketClient } from '../live/live-socket-client'

export interface TicketEvent {
  /** A ticket as it is now. `moved`: its status, owner or queue may have changed. */
  onTicket: (ticket: TicketView, moved: boolean) => void
  /** Deleted, or out of this person's sight. */
  onGone: (ticketId: number) => void
  /** Closed: it leaves the tab of that status; how it is now follows. */
  onLeftTab: (ticketId: number, status: TicketStatus) => void
  /** Somebody has read it. */
  onRead: (ticketId: number) => void
  onContact?: (contact: Partial<TicketView['contact']> & { id: number }) => void
}

interface FollowOptions {
  companyId: number
  /** Who looks, as they are now. */
  actor: () => UserActor
  news: TicketEvent
}

interface LiveTicket {
  action?: string
  ticket?: TicketView
  ticketId?: number
  contact?: Partial<TicketView['contact']> & { id: number }
}

/** Everything the live line tells of tickets, one by one; returns what ends it. */
export function followTickets(live: LiveSocketClient, { companyId, actor, news }: FollowOptions): () => void {
  function onTicket({ action, ticket, ticketId, ...more }: LiveTicket) {
    if (action === 'delete' && ticketId !== undefined) return onDelete(ticketId, more as TicketRemoval)
    if (action === 'updateUnread' && ticketId !== undefined) return news.onRead(ticketId)
    if (ticket) news.onTicket(ticket, true)
  }
  function onDelete(ticketId: number, gone: TicketRemoval) {
    if (gone.reason === 'closed') news.onLeftTab(ticketId, gone.status)
    else if (isLost(actor(), gone)) news.onGone(ticketId)
  }
  const on = (event: string, apply: (data: LiveTicket) => void) =>
    live.subscribe(`company-${companyId}-${event}`, (data) => {
      if (typeof data === 'object' && data !== null) apply(data as LiveTicket)
    })
  const stops = [
    on('ticket', onTicket),
    on('appMessage', ({ ticket }) => ticket && news.onTicket(ticket, false)),
    on('contact', ({ action, contact }) => contact && action !== 'delete' && news.onContact?.(contact)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Moved from one queue of theirs to another it is still seen, and how it is now follows. */
export function isLost(actor: UserActor, gone: TicketRemoval) {
  return gone.reason === 'deleted' || (gone.reason === 'moved' && !canSeeTicket(actor, gone))
}
