import type { TicketStatus } from '../../src/ticket/ticket-status'
import type { TicketView } from '../../src/ticket/ticket.contract'
import type { LiveConnection } from '../live/live-connection'

export interface TicketNews {
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

interface LiveTicket {
  action?: string
  ticket?: TicketView
  ticketId?: number
  status?: TicketStatus
  contact?: Partial<TicketView['contact']> & { id: number }
}

/** Everything the live line tells of tickets, one by one; returns what ends it. */
export function followTickets(live: LiveConnection, companyId: number, news: TicketNews): () => void {
  function onTicket({ action, ticket, ticketId, status }: LiveTicket) {
    const id = ticketId ?? ticket?.id
    if (action === 'delete' && id !== undefined) return status ? news.onLeftTab(id, status) : news.onGone(id)
    if (action === 'updateUnread' && id !== undefined) return news.onRead(id)
    if (ticket) news.onTicket(ticket, true)
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
