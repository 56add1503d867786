import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { rowReader } from '../kernel/database/row-reader'
import { refuse, required } from '../kernel/errors'
import type { ConnectionId, ContactId, TicketId } from '../kernel/ids'
import { canSeeTicket } from './ticket.policy'
import type { TicketStatus } from './ticket-status'
import { ticketTable } from './ticket.tables'

export type TicketRow = typeof ticketTable.$inferSelect

const rows = perCompany(({ sqlite }) => ({
  byId: rowReader(sqlite, ticketTable, 'id = ?'),
  byUuid: rowReader(sqlite, ticketTable, 'uuid = ?'),
  // Must repeat the condition of the partial unique index exactly, or SQLite does not use it.
  active: rowReader(sqlite, ticketTable, `contact_id = ? AND connection_id = ? AND status <> 'closed'`),
}))

/** Returns a ticket without checking permissions. */
export function findTicketRow(ctx: CompanyContext, id: TicketId): TicketRow | undefined {
  return rows(ctx.company).byId(id)
}

export function getTicketRow(ctx: CompanyContext, id: TicketId): TicketRow {
  return required(findTicketRow(ctx, id), 'ERR_NO_TICKET_FOUND')
}

export function findTicketForActor(ctx: CompanyContext, idOrUuid: TicketId | string): TicketRow | undefined {
  const row = typeof idOrUuid === 'number' ? findTicketRow(ctx, idOrUuid) : rows(ctx.company).byUuid(idOrUuid)
  return row && canSeeTicket(ctx.actor, row) ? row : undefined
}

/** @throws Refusal ERR_NO_TICKET_FOUND for an unknown ticket and for one the user may not see */
export function getTicket(ctx: CompanyContext, idOrUuid: TicketId | string): TicketRow {
  return findTicketForActor(ctx, idOrUuid) ?? refuse('ERR_NO_TICKET_FOUND')
}

export function findActiveTicket(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId | null,
): TicketRow | undefined {
  return connectionId === null ? undefined : rows(ctx.company).active(contactId, connectionId)
}

const ids = perCompany(({ sqlite }) => ({
  imported: sqlite.prepare<{ id: TicketId }, [number, number]>(
    'SELECT id FROM ticket WHERE contact_id = ? AND connection_id = ? AND imported = 1 ORDER BY id LIMIT 1',
  ),
  // The plus keeps to the index of statuses: a connection has far more closed tickets than are open.
  openOfConnection: sqlite.prepare<{ id: TicketId }, [number]>(
    `SELECT id FROM ticket WHERE status = 'open' AND +connection_id = ? AND imported = 0`,
  ),
  ofStatus: sqlite.prepare<{ id: TicketId }, [string, number]>('SELECT id FROM ticket WHERE status = ? LIMIT ?'),
  ownOfContact: sqlite.prepare<{ id: TicketId }, [number]>(
    'SELECT id FROM ticket WHERE contact_id = ? AND is_group = 0',
  ),
  newestOfContact: sqlite.prepare<{ id: TicketId }, [number]>(
    'SELECT max(id) AS id FROM ticket WHERE contact_id = ? HAVING id',
  ),
  isImported: sqlite.prepare<{ yes: number }, [number]>('SELECT imported AS yes FROM ticket WHERE id = ?'),
}))

export function findImportedTicket(ctx: CompanyContext, contactId: ContactId, connectionId: ConnectionId) {
  const found = ids(ctx.company).imported.get(contactId, connectionId)
  return found ? getTicketRow(ctx, found.id) : undefined
}

export function listOpenTicketIds(ctx: CompanyContext, connectionId: ConnectionId): TicketId[] {
  return ids(ctx.company)
    .openOfConnection.all(connectionId)
    .map(({ id }) => id)
}

export function listTicketIdsOfStatus(ctx: CompanyContext, status: TicketStatus, max: number): TicketId[] {
  return ids(ctx.company)
    .ofStatus.all(status, max)
    .map(({ id }) => id)
}

export function listOwnTicketIds(ctx: CompanyContext, contactId: ContactId): TicketId[] {
  return ids(ctx.company)
    .ownOfContact.all(contactId)
    .map(({ id }) => id)
}

export function findNewestTicketId(ctx: CompanyContext, contactId: ContactId): TicketId | undefined {
  return ids(ctx.company).newestOfContact.get(contactId)?.id
}

/** Reads one column, because it is checked for every new ticket. */
export function isImportedTicket(ctx: CompanyContext, id: TicketId) {
  return ids(ctx.company).isImported.get(id)?.yes === 1
}
