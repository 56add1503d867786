import { createChangedRows } from '../../kernel/database/changed-rows'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type CompanyHandle, perCompany } from '../../kernel/company/company-files'
import type { ContactId, TicketId } from '../../kernel/ids'
import { joinedSources } from './joined-ticket.view'
import type { TicketView } from '../ticket.answers'

/** About 3 KB each. */
const ticketsMax = 4000

export interface CachedTicket {
  readonly view: TicketView
  /** JSON of the view without its closing brace, made when first needed. */
  text?: string
}

const caches = perCompany(createCache)

function createCache({ sqlite, services }: CompanyHandle) {
  const changes = createChangedRows(sqlite, [...joinedSources, ...services.ports.ticketMessages.sources])
  return {
    changes,
    tickets: new Map<TicketId, CachedTicket>(),
    ofContact: sqlite.prepare<{ id: TicketId }, [ContactId]>('SELECT id FROM ticket WHERE contact_id = ?'),
  }
}

/** Starts caching tickets. Call it before a transaction; inside one it does nothing. */
export function startTicketCache({ company }: CompanyContext) {
  if (!company.sqlite.inTransaction) caches(company)
}

/**
 * Returns cached presentations of unchanged tickets, which take most of the time of a list. Returns undefined in a
 * transaction, whose changes may be undone.
 */
export function cachedTickets({ company }: CompanyContext) {
  const isKeeping = company.kept.has(createCache)
  if (company.pending || (!isKeeping && company.sqlite.inTransaction)) return undefined
  const { changes, tickets, ofContact } = caches(company)
  const changed = changes.take()
  if (changed === 'everything') tickets.clear()
  else {
    for (const { kind, id } of changed) {
      if (kind === 'ticket') tickets.delete(id)
      else for (const ticket of ofContact.all(id)) tickets.delete(ticket.id)
    }
  }
  return {
    get: (id: TicketId) => tickets.get(id),
    keep(ticket: CachedTicket) {
      // The first is the oldest.
      if (tickets.size >= ticketsMax) tickets.delete(tickets.keys().next().value ?? 0)
      tickets.set(ticket.view.id, ticket)
    },
  }
}
