import type { TicketRemoval } from '../../../src/ticket/ticket.answers'

export type Removal = TicketRemoval | { reason: 'permissions' }

export interface Typing {
  name: string
  recording: boolean
}

/** Live events replace the whole ticket, its contact, or the contact's newer ticket. */
export type TicketPart = 'ticket' | 'contact' | 'newerTicket'
