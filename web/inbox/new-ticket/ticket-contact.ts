import type { ContactView } from '../../../src/contact/contact.answers'

export type TicketContactPick = Pick<ContactView, 'id' | 'name' | 'number' | 'channel' | 'isGroup'>
