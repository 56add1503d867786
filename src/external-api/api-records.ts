import { presentContact } from '../contact/list/present-contact'
import { recordAudit } from '../kernel/audit/audit'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { ContactId, TicketId } from '../kernel/ids'
import { listTickets } from '../ticket/list/list-tickets'
import { presentTicket } from '../ticket/list/present-ticket.view'
import type { ListTicketsQuery } from '../ticket/ticket.contract'
import { getTicket } from '../ticket/ticket.queries'
import { type ApiAccess, reaches, requireScope } from './connection-guard'

/** Every state and queue, of the connections that the token reaches. */
export function listApiTickets(access: ApiAccess, query: ListTicketsQuery) {
  requireScope(access, 'tickets:read')
  const { connectionIds } = access
  const asked = query.whatsapps.length > 0 ? query.whatsapps : (connectionIds ?? [])
  const reached = asked.filter((id) => reaches(access, id))
  // No connection has the id 0.
  const whatsapps = asked.length > 0 && reached.length === 0 ? [0] : reached
  return listTickets(access.ctx, { ...query, status: query.status || 'search', showAll: true, whatsapps })
}

export function getApiTicket(access: ApiAccess, id: TicketId) {
  requireScope(access, 'tickets:read')
  const ticket = getTicket(access.ctx, id)
  return reaches(access, ticket.connectionId) ? presentTicket(access.ctx, id) : refuse('ERR_NO_TICKET_FOUND')
}

/** Audited, because no person is named otherwise. */
export function writeContact(
  access: ApiAccess,
  action: 'created' | 'updated',
  write: (ctx: CompanyContext) => ContactId,
) {
  requireScope(access, 'contacts:write')
  const { ctx } = access
  const id = ctx.transaction(() => {
    const id = write(ctx)
    recordAudit(ctx, { object: 'contact', action, id })
    return id
  })
  return presentContact(ctx, id)
}
