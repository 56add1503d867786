import type { ContactView } from '../../../src/contact/contact.answers'

/** The contact of a new ticket. */
export type TicketContactPick = Pick<ContactView, 'id' | 'name' | 'number' | 'channel' | 'isGroup'>
