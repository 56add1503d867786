import type { TicketRemoval } from '../../src/ticket/ticket.answers'

/** Why the ticket is no longer shown: a live event, or a removed permission. */
export type Removal = TicketRemoval | { reason: 'rights' }

export interface Typing {
  name: string
  recording: boolean
}

/** Live events replace the whole ticket, its contact, or the contact's newer ticket. */
export type TicketPart = 'ticket' | 'contact' | 'newerTicket'
