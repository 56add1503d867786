import {
  type AnyColumn,
  and,
  count,
  desc,
  eq,
  getTableName,
  gt,
  gte,
  inArray,
  lt,
  min,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { QueryBuilder, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { connectionTable } from '../connection/connection.tables'
import { contactTable } from '../contact/contact.tables'
import type { CompanyContext } from '../kernel/company/company-context'
import { indexedBy, inList, listTable, stored, total } from '../kernel/database/expressions'
import { queryRows, statement } from '../kernel/database/statement'
import type { TicketId } from '../kernel/ids'
import { queueTable } from '../queue/queue.tables'
import { contactTagTable, tagTable, ticketTagTable } from '../tag/tag.tables'
import { erasedTicketTable, erasedTicketTagTable, ticketTable } from '../ticket/ticket.tables'
import { userTable } from '../user/user.tables'

/** By the time at which they were opened or closed, or by their status; always newest first. `erased`: of erased contacts. */
export type TicketSource = 'created' | 'closed' | 'status' | 'erasedCreated' | 'erasedClosed'

const ticket = ticketTable
const indexes = { created: 'ticket_created', closed: 'ticket_closed', status: 'ticket_list' } as const
const isClosing = (source: TicketSource) => source === 'closed' || source === 'erasedClosed'
const isErased = (source: TicketSource) => source === 'erasedCreated' || source === 'erasedClosed'
const timeOf = (source: TicketSource) => sql<number>`${isClosing(source) ? ticket.closedAt : ticket.createdAt}`
const readFrom = (source: TicketSource) =>
  source === 'erasedCreated' || source === 'erasedClosed'
    ? underName(erasedTicketTable, ticket)
    : indexedBy(ticket, indexes[source])

/** Conditions and columns of the second table then are those of the first. */
const underName = <Table extends SQLiteTable>(table: SQLiteTable, name: Table) =>
  // The name's type gives those of its columns.
  sql`${table} AS ${sql.identifier(getTableName(name))}` as unknown as Table

const ticketTags = (source: TicketSource) => (isErased(source) ? underName(erasedTicketTagTable, ofTicket) : ofTicket)
const newestFirst = (source: TicketSource) => [desc(timeOf(source)), desc(ticket.id)]

export interface TicketKey {
  id: TicketId
  at: number
}

/** The tickets after the key, or until and with it. */
export function isBeside(source: TicketSource, side: '<' | '>=', { id, at }: TicketKey): SQL {
  const compare = side === '<' ? lt : gte
  return compare(sql`(${timeOf(source)}, ${ticket.id})`, sql`(${at}, ${id})`)
}

/** Returns the next tickets of the range, newest first, each with whether it matches the filter. */
export function scanTickets(
  ctx: CompanyContext,
  source: TicketSource,
  filter: SQL | undefined,
  range: SQL | undefined,
  limit: number,
) {
  const scanned = ctx.db
    .select({ id: ticket.id, at: timeOf(source), hit: sql<number>`${filter ?? 1}` })
    .from(readFrom(source))
    .where(range)
    .orderBy(...newestFirst(source))
    .limit(limit)
  return queryRows(ctx, scanned)
}

export interface AttendanceSums {
  total: number
  closed: number
  attended: number
  supportMs: number
  rated: number
  ratings: number
}

export function findBatchEnd(ctx: CompanyContext, source: TicketSource, range: SQL | undefined, limit: number) {
  const last = ctx.db
    .select({ id: ticket.id, at: timeOf(source) })
    .from(readFrom(source))
    .where(range)
    .orderBy(...newestFirst(source))
    .limit(1)
    .offset(limit)
  return queryRows(ctx, last)[0]
}

const [ofContact, ofTicket] = [contactTagTable, ticketTagTable]
const queries = new QueryBuilder()
const laneTagId = sql<number>`${ofTicket.tagId}`
const laneTicketId = sql<number>`${ofTicket.ticketId}`

/** Plain tags are on contacts, lanes on tickets; erased tickets have both. */
export function isTagged(source: TicketSource, tags: readonly number[]) {
  const contacts = queries.select({ id: ofContact.contactId }).from(ofContact).where(inList(ofContact.tagId, tags))
  const lanes = ticketTags(source)
  const tickets = queries.select({ id: laneTicketId }).from(lanes).where(inList(ofTicket.tagId, tags))
  return or(inArray(ticket.contactId, contacts), inArray(ticket.id, tickets))
}

export function isUntagged(source: TicketSource, { id, contactId }: Record<'id' | 'contactId', SQLWrapper> = ticket) {
  const plain = queries.select({ id: ofContact.tagId }).from(ofContact).where(eq(ofContact.contactId, contactId))
  const lanes = queries.select({ id: laneTagId }).from(ticketTags(source)).where(eq(ofTicket.ticketId, id))
  return and(notExists(plain), notExists(lanes))
}

export interface GroupSums extends AttendanceSums {
  groupId: number
}

const groupColumns = { queue: ticket.queueId, user: ticket.userId, connection: ticket.connectionId }
export type SummedGroup = keyof typeof groupColumns | 'all' | 'tag'

export const everyTag = -1

/** Sums the tickets by group. A ticket counts in the group of each of its tags. */
export function sumTickets(
  ctx: CompanyContext,
  source: TicketSource,
  where: SQL | undefined,
  isResolved: SQL | undefined,
  group: SummedGroup,
): GroupSums[] {
  const { db } = ctx
  const { id, contactId, startedAt, closedAt, rating } = ticket
  const groupOf = group === 'all' || group === 'tag' ? sql<number>`0` : sql<number>`ifnull(${groupColumns[group]}, 0)`
  // The tables of tags lack these names.
  const columns = {
    id: stored(id).as('found_id'),
    contactId: stored(contactId).as('found_contact_id'),
    startedAt: stored(startedAt).as('started_at'),
    closedAt: stored(closedAt).as('closed_at'),
    rating: stored(rating).as('rating'),
    groupOf: groupOf.as('group_of'),
  }
  const read = db
    .select({ ...columns, resolved: sql<number>`${isResolved ?? 1}`.as('resolved') })
    .from(readFrom(source))
    .where(where)
    // Any limit keeps SQLite from reading the tickets once for each part of the query.
    .limit(Number.MAX_SAFE_INTEGER)
  const found = db.$with('found').as(read)
  const took = sql<number>`${found.closedAt} - ${found.startedAt}`
  const sums = {
    total: count(),
    closed: total(sql<number>`${found.resolved}`),
    attended: count(took),
    supportMs: total(sql<number>`max(0, ${took})`),
    rated: count(found.rating),
    ratings: total(sql<number>`${found.rating}`),
  }
  const reading = db.with(found)
  if (group !== 'tag') {
    const byGroup = reading.select({ groupId: found.groupOf, ...sums }).from(found)
    return queryRows(ctx, byGroup.groupBy(sql`${found.groupOf}`))
  }
  const isCountedBefore = and(eq(ofContact.contactId, found.contactId), eq(ofContact.tagId, ofTicket.tagId))
  const counted = db.select({ id: ofContact.tagId }).from(ofContact).where(isCountedBefore)
  const byTag = reading
    .select({ groupId: ofContact.tagId, ...sums })
    .from(found)
    .crossJoin(ofContact)
    .where(eq(ofContact.contactId, found.contactId))
    .groupBy(ofContact.tagId)
    .unionAll(
      db
        .select({ groupId: laneTagId, ...sums })
        .from(found)
        .crossJoin(ticketTags(source))
        .where(and(eq(ofTicket.ticketId, found.id), notExists(counted)))
        .groupBy(ofTicket.tagId),
    )
    .unionAll(
      db
        .select({ groupId: sql<number>`0`, ...sums })
        .from(found)
        .where(isUntagged(source, found))
        .having(gt(count(), 0)),
    )
    .unionAll(db.select({ groupId: sql<number>`${everyTag}`, ...sums }).from(found))
  return queryRows(ctx, byTag)
}

export const isAttended = sql`(${ticket.status} <> 'closed' OR (${ticket.imported} = 0
  AND NOT (${ticket.bornClosed} AND ${ticket.closedAt} IS ${ticket.createdAt})))`

export const isStarted = and(eq(ticket.imported, false), eq(ticket.bornClosed, false))

const named = { queue: queueTable, tag: tagTable, user: userTable, connection: connectionTable }

export function listNames(ctx: CompanyContext, group: keyof typeof named, ids: readonly number[]) {
  const table = named[group]
  const color = 'color' in table ? sql<string>`${table.color}` : sql<null>`NULL`
  return queryRows(
    ctx,
    ctx.db.select({ id: table.id, name: table.name, color }).from(table).where(inList(table.id, ids)),
  )
}

const firstOpening = statement((db) => db.select({ at: min(ticket.createdAt) }).from(ticket))
const firstErased = statement((db) => db.select({ at: min(erasedTicketTable.createdAt) }).from(erasedTicketTable))

export const hasErasedTickets = (ctx: CompanyContext) => Boolean(firstErased.get(ctx)?.at)

export function findFirstOpening(ctx: CompanyContext): Date | undefined {
  const known = [firstOpening, firstErased].flatMap((first) => first.get(ctx)?.at?.getTime() ?? [])
  return known.length > 0 ? new Date(Math.min(...known)) : undefined
}

const orEmpty = (column: AnyColumn) => sql<string>`ifnull(${column}, '')`

const rowsById = statement((db, v: { ids: readonly TicketId[] }) => {
  const requested = listTable(v.ids, 'requested')
  const { id, uuid, status, lastMessage, createdAt, startedAt, closedAt, rating } = ticket
  return db
    .select({
      id,
      uuid,
      whatsappName: orEmpty(connectionTable.name),
      channel: ticket.channel,
      contactName: contactTable.name,
      userName: orEmpty(userTable.name),
      queueName: orEmpty(queueTable.name),
      status,
      lastMessage,
      createdAt,
      startedAt,
      closedAt,
      NPS: rating,
    })
    .from(requested.table)
    .innerJoin(ticket, eq(id, requested.value))
    .innerJoin(contactTable, eq(contactTable.id, ticket.contactId))
    .leftJoin(connectionTable, eq(connectionTable.id, ticket.connectionId))
    .leftJoin(userTable, eq(userTable.id, ticket.userId))
    .leftJoin(queueTable, eq(queueTable.id, ticket.queueId))
    .orderBy(requested.index)
})

const erasedById = statement((db, v: { ids: readonly TicketId[] }) => {
  const requested = listTable(v.ids, 'requested')
  const { id, channel, status, createdAt, startedAt, closedAt, rating } = erasedTicketTable
  return db
    .select({
      id,
      uuid: sql<string>`''`,
      whatsappName: orEmpty(connectionTable.name),
      channel,
      contactName: sql<string>`''`,
      userName: orEmpty(userTable.name),
      queueName: orEmpty(queueTable.name),
      status,
      lastMessage: sql<string>`''`,
      createdAt,
      startedAt,
      closedAt,
      NPS: rating,
    })
    .from(requested.table)
    .innerJoin(erasedTicketTable, eq(id, requested.value))
    .leftJoin(connectionTable, eq(connectionTable.id, erasedTicketTable.connectionId))
    .leftJoin(userTable, eq(userTable.id, erasedTicketTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, erasedTicketTable.queueId))
    .orderBy(requested.index)
})

/** Those of erased contacts come last, as in a report. */
export function joinAttendances(ctx: CompanyContext, ids: readonly TicketId[]) {
  const rows = rowsById.all(ctx, { ids })
  return rows.length === ids.length ? rows : [...rows, ...erasedById.all(ctx, { ids })]
}
