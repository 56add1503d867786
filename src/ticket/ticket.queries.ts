import { and, asc, eq, max, ne } from 'drizzle-orm'
import { listConnectionsThatSetDeletion } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { withoutIndex } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { refuse, required } from '../kernel/errors'
import type { ConnectionId, ContactId, TicketId, MessageId } from '../kernel/ids'
import { isSettingEnabled } from '../setting/setting.queries'
import { canSeeTicket } from './ticket.policy'
import type { TicketStatus } from './ticket-status'
import { ticketTable } from './ticket.tables'
import type { WatchedTable } from '../kernel/database/changed-rows'
import type { CommentReply, ContactMessage, TicketView } from './ticket.answers'

export type TicketRow = typeof ticketTable.$inferSelect

const { id, uuid, status, contactId, connectionId, imported, isGroup } = ticketTable

type OfContact = { contactId: ContactId; connectionId: ConnectionId }

const rows = {
  byId: statement((db, of: { id: TicketId }) => db.select().from(ticketTable).where(eq(id, of.id))),
  byUuid: statement((db, of: { uuid: string }) => db.select().from(ticketTable).where(eq(uuid, of.uuid))),
  active: statement((db, of: OfContact) =>
    db
      .select()
      .from(ticketTable)
      .where(and(eq(contactId, of.contactId), eq(connectionId, of.connectionId), ne(status, 'closed'))),
  ),
  imported: statement((db, of: OfContact) =>
    db
      .select()
      .from(ticketTable)
      .where(and(eq(contactId, of.contactId), eq(connectionId, of.connectionId), eq(imported, true)))
      .orderBy(asc(id))
      .limit(1),
  ),
}

export function findTicketRow(ctx: CompanyContext, id: TicketId): TicketRow | undefined {
  return rows.byId.get(ctx, { id })
}

export function getTicketRow(ctx: CompanyContext, id: TicketId): TicketRow {
  return required(findTicketRow(ctx, id), 'ERR_NO_TICKET_FOUND')
}

export function findTicketForActor(ctx: CompanyContext, idOrUuid: TicketId | string): TicketRow | undefined {
  const row = typeof idOrUuid === 'number' ? findTicketRow(ctx, idOrUuid) : rows.byUuid.get(ctx, { uuid: idOrUuid })
  return row && canSeeTicket(ctx.actor, row) ? row : undefined
}

/** @throws Refusal ERR_NO_TICKET_FOUND, also for one out of sight */
export function getTicket(ctx: CompanyContext, idOrUuid: TicketId | string): TicketRow {
  return findTicketForActor(ctx, idOrUuid) ?? refuse('ERR_NO_TICKET_FOUND')
}

export function findActiveTicket(
  ctx: CompanyContext,
  contactId: ContactId,
  connectionId: ConnectionId | null,
): TicketRow | undefined {
  return connectionId === null ? undefined : rows.active.get(ctx, { contactId, connectionId })
}

export function findImportedTicket(ctx: CompanyContext, contactId: ContactId, connectionId: ConnectionId) {
  return rows.imported.get(ctx, { contactId, connectionId })
}

export const idsOfContact = statement((db, of: { contactId: ContactId }) =>
  db.select({ id }).from(ticketTable).where(eq(contactId, of.contactId)),
)

const ids = {
  // A connection has far more closed ones.
  openOfConnection: statement((db, of: { connectionId: ConnectionId }) =>
    db
      .select({ id })
      .from(ticketTable)
      .where(and(eq(status, 'open'), eq(withoutIndex(connectionId), of.connectionId), eq(imported, false))),
  ),
  ofStatus: statement((db, of: { status: TicketStatus; max: number }) =>
    db.select({ id }).from(ticketTable).where(eq(status, of.status)).limit(of.max),
  ),
  ownOfContact: statement((db, of: { contactId: ContactId }) =>
    db
      .select({ id })
      .from(ticketTable)
      .where(and(eq(contactId, of.contactId), eq(isGroup, false))),
  ),
  newestOfContact: statement((db, of: { contactId: ContactId }) =>
    db
      .select({ id: max(id) })
      .from(ticketTable)
      .where(eq(contactId, of.contactId)),
  ),
  isImported: statement((db, of: { id: TicketId }) => db.select({ imported }).from(ticketTable).where(eq(id, of.id))),
}

export function listOpenTicketIds(ctx: CompanyContext, connectionId: ConnectionId): TicketId[] {
  return ids.openOfConnection.all(ctx, { connectionId }).map(({ id }) => id)
}

export function listTicketIdsOfStatus(ctx: CompanyContext, status: TicketStatus, max: number): TicketId[] {
  return ids.ofStatus.all(ctx, { status, max }).map(({ id }) => id)
}

export function listOwnTicketIds(ctx: CompanyContext, contactId: ContactId): TicketId[] {
  return ids.ownOfContact.all(ctx, { contactId }).map(({ id }) => id)
}

export function findNewestTicketId(ctx: CompanyContext, contactId: ContactId): TicketId | undefined {
  return ids.newestOfContact.get(ctx, { contactId })?.id ?? undefined
}

/** Reads one column, because it is checked for every new ticket. */
export const isImportedTicket = (ctx: CompanyContext, id: TicketId) =>
  ids.isImported.get(ctx, { id })?.imported === true

export interface DeletedMessages {
  /** All except `others`; otherwise only these. */
  byCompany: boolean
  others: readonly ConnectionId[]
  someHidden: boolean
  areHidden(connectionId: ConnectionId | null): boolean
}

/** A connection may override the company. Without LGPD nothing is hidden. */
export function deletedMessagesOf(ctx: CompanyContext): DeletedMessages {
  const isEnabled = isSettingEnabled(ctx, 'enableLGPD')
  const byCompany = isEnabled && isSettingEnabled(ctx, 'lgpdDeleteMessage')
  const others = isEnabled ? listConnectionsThatSetDeletion(ctx, byCompany ? 'disabled' : 'enabled') : []
  return {
    byCompany,
    others,
    someHidden: byCompany || others.length > 0,
    areHidden: (connectionId) => byCompany !== (connectionId !== null && others.includes(connectionId)),
  }
}

export type LastMessageMark = NonNullable<TicketView['lastMessageMark']>

export interface MatchingTickets {
  isCut: boolean
  /** The newest of each ticket. */
  hits: ReadonlyMap<TicketId, MessageId>
}

/** Messages are a later domain. */
export interface TicketMessagesPort {
  /** Undefined when the text contains no word. */
  search(ctx: CompanyContext, text: string): MatchingTickets | undefined
  excerpts(ctx: CompanyContext, ids: readonly MessageId[], text: string): ReadonlyMap<MessageId, string>
  lastInboundMs(
    ctx: CompanyContext,
    of: { contactId: ContactId; connectionId: ConnectionId | null },
  ): number | undefined
  commentReply(ctx: CompanyContext, ticket: TicketRow): CommentReply | undefined
  isWindowRefused(ctx: CompanyContext, ticket: TicketRow, atMs: number): boolean
  wasWrittenTo(ctx: CompanyContext, ticketId: TicketId, afterId: MessageId | null): boolean
  /** Marks the conversation as read, for the contact too where the user's reading counts. */
  markRead(ctx: CompanyContext, ticket: TicketRow): void
  marks(ctx: CompanyContext, ids: readonly MessageId[]): ReadonlyMap<MessageId, LastMessageMark>
  contactMessages(ctx: CompanyContext, ids: readonly TicketId[]): ReadonlyMap<TicketId, ContactMessage>
  sources: readonly WatchedTable[]
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    ticketMessages: TicketMessagesPort
  }
}

export const ticketMessages = (ctx: CompanyContext): TicketMessagesPort => ctx.company.services.ports.ticketMessages

const other = statement((db, v: Pick<TicketRow, 'id' | 'contactId'>) => {
  const { id, contactId, imported } = ticketTable
  const isOther = and(eq(contactId, v.contactId), ne(id, v.id), eq(imported, false))
  return db.select({ id }).from(ticketTable).where(isOther).limit(1)
})

export function isFirstTicket(ctx: CompanyContext, { id, contactId }: TicketRow): boolean {
  return other.get(ctx, { id, contactId }) === undefined
}
