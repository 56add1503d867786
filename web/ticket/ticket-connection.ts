import type { LiveEvents } from '../../src/kernel/live/live-events.contract'
import type { TicketView } from '../../src/ticket/ticket.answers'

export type ConnectionState = Pick<LiveEvents['whatsappSession']['session'], 'id' | 'name' | 'status'>

/** The ticket with the changed state of its connection, or the same ticket. */
export function withConnectionState(ticket: TicketView, { id, name, status }: ConnectionState): TicketView {
  const { whatsapp } = ticket
  if (whatsapp?.id !== id || (whatsapp.status === status && whatsapp.name === name)) return ticket
  return { ...ticket, whatsapp: { ...whatsapp, name, status } }
}
