import type { ContactId, TicketId } from '../../kernel/ids'
import { rowCache } from '../../kernel/database/row-cache'
import { joinedSources } from './joined-ticket.view'
import type { TicketView } from '../ticket.answers'

export interface CachedTicket {
  readonly view: TicketView
  /** JSON of the view without its closing brace, made when first needed. */
  text?: string
}

/** Tickets as every reader may see them, about 3 KB each. Reading them takes most of the time of a list. */
export const ticketCache = rowCache<CachedTicket>(({ sqlite, services }) => {
  const ofContact = sqlite.prepare<{ id: TicketId }, [ContactId]>('SELECT id FROM ticket WHERE contact_id = ?')
  return {
    name: 'ticket',
    max: 4000,
    sources: [...joinedSources, ...services.ports.ticketMessages.sources],
    rowsOf: ({ kind, id }) => (kind === 'ticket' ? [id] : ofContact.all(id).map((ticket) => ticket.id)),
  }
})
