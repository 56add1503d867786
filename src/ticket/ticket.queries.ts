import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse, required } from '../kernel/errors'
import type { ConnectionId, ContactId, TicketId } from '../kernel/ids'
import { canSeeTicket } from './ticket.policy'
import { ticketTable } from './ticket.tables'

export type TicketRow = typeof ticketTable.$inferSelect

const statements = perCompany(({ db }) => ({
  byId: db
    .select()
    .from(ticketTable)
    .where(eq(ticketTable.id, sql.placeholder('id')))
    .prepare(),
  byUuid: db
    .select()
    .from(ticketTable)
    .where(eq(ticketTable.uuid, sql.placeholder('uuid')))
    .prepare(),
  // Must repeat the condition of the partial unique index exactly, or SQLite does not use it.
  active: db
    .select()
    .from(ticketTable)
    .where(
      sql`${ticketTable.contactId} = ${sql.placeholder('contactId')} AND ${ticketTable.connectionId} = ${sql.placeholder('connectionId')} AND status <> 'closed'`,
    )
    .prepare(),
}))

/** Without a permission check, for the system actor and for commands that have made it. */
export function findTicketRow(ctx: CompanyContext, id: TicketId): TicketRow | undefined {
  return statements(ctx.company).byId.get({ id })
}

/** @throws Refusal ERR_NO_TICKET_FOUND */
export function getTicketRow(ctx: CompanyContext, id: TicketId): TicketRow {
  return required(findTicketRow(ctx, id), 'ERR_NO_TICKET_FOUND')
}

/** The ticket with this id or uuid, if the acting user may see it. */
export function findTicketForActor(ctx: CompanyContext, idOrUuid: TicketId | string): TicketRow | undefined {
  const row =
    typeof idOrUuid === 'number' ? findTicketRow(ctx, idOrUuid) : statements(ctx.company).byUuid.get({ uuid: idOrUuid })
  return row && canSeeTicket(ctx.actor, row) ? row : undefined
}

/** @throws Refusal ERR_NO_TICKET_FOUND for an unknown ticket and for one the user may not see */
export function getTicket(ctx: CompanyContext, idOrUuid: TicketId | string): TicketRow {
  return findTicketForActor(ctx, idOrUuid) ?? refuse('ERR_NO_TICKET_FOUND')
}

/** The contact's active ticket on the connection; there is at most one. */
export function findActiveTicket(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId | null,
): TicketRow | undefined {
  return connectionId === null ? undefined : statements(ctx.company).active.get({ contactId, connectionId })
}
