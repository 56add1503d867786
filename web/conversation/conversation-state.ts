import type { TicketRemoval } from '../../src/ticket/ticket.answers'

/** Why it cannot be shown any more: as the live line says, or because of what an admin took from this person. */
export type Removal = TicketRemoval | { reason: 'rights' }

export interface Typing {
  name: string
  recording: boolean
}

/** Live events change the ticket as a whole, its contact alone, or the contact's newer ticket. */
export type TicketPart = 'ticket' | 'contact' | 'newerTicket'
