import type { ContactView } from '../../../src/contact/contact.answers'

/** With whom a ticket is begun. */
export type TicketContactPick = Pick<ContactView, 'id' | 'name' | 'number' | 'channel' | 'isGroup'>
