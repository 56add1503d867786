import { rowCache } from '../../kernel/database/row-cache'
import { joinedSources } from './joined-ticket.view'
import type { TicketView } from '../ticket.answers'
import { idsOfContact } from '../ticket.queries'

export interface CachedTicket {
  readonly view: TicketView
  /** JSON of the view without its closing brace, made when first needed. */
  text?: string
}

/** Tickets as every reader may see them, about 3 KB each. Reading them takes most of the time of a list. */
export const ticketCache = rowCache<CachedTicket>((company) => ({
  name: 'ticket',
  max: 4000,
  sources: [...joinedSources, ...company.services.ports.ticketMessages.sources],
  rowsOf: ({ kind, id }) =>
    kind === 'ticket' ? [id] : idsOfContact.all(company, { contactId: id }).map((ticket) => ticket.id),
}))
