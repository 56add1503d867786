import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { listTable, stored } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { refuse } from '../kernel/errors'
import type { ContactId, TagId, TicketId } from '../kernel/ids'
import { pick } from '../kernel/typed-object.contract'
import { matchesSearch } from '../kernel/text/search-words.contract'
import { pageOf } from '../kernel/http/request-parts'
import { type LinkedTag, presentTag, tagRecords, type ContactOfTag } from './tag.record'
import type { ListTagsQuery } from './tag.contract'
import { contactTagTable, tagTable, ticketTagTable } from './tag.tables'

export type Tag = typeof tagTable.$inferSelect

export const { find: findTag, get: getTag } = tagRecords

interface TagFilter {
  kanban?: boolean
  searchParam?: string
}

/** Lanes in board order, plain ones by name. Dozens, so filtered in memory. */
export function listTags(ctx: CompanyContext, { kanban, searchParam = '' }: TagFilter = {}): Tag[] {
  const tags = tagRecords.list(ctx, kanban === undefined ? undefined : eq(tagTable.kanban, kanban))
  const found = tags.filter((tag) => matchesSearch(tag.name, searchParam))
  return kanban ? found.sort((a, b) => a.position - b.position || a.id - b.id) : found
}

export function lastLanePosition(ctx: CompanyContext) {
  return 1 + Math.max(0, ...listTags(ctx, { kanban: true }).map(({ position }) => position))
}

export function listTagPage(ctx: CompanyContext, query: ListTagsQuery) {
  const found = listTags(ctx, query).filter((tag) => query.tagId === undefined || tag.id === query.tagId)
  const { rows, hasMore, count } = pageOf(found, query.pageNumber)
  return { tags: rows.map((tag) => presentLinkedTag(ctx, tag)), hasMore, count }
}

/** By name. @throws Refusal ERR_NO_CONTACT_FOUND */
export function listContactTags(ctx: CompanyContext, contactId: ContactId): Tag[] {
  assertContact(ctx, contactId)
  const ids = ctx.db.select({ id: contactTagTable.tagId }).from(contactTagTable)
  return ctx.db
    .select()
    .from(tagTable)
    .where(inArray(tagTable.id, ids.where(eq(contactTagTable.contactId, contactId))))
    .orderBy(asc(tagTable.name), asc(tagTable.id))
    .all()
}

export function listTicketLanes(ctx: CompanyContext, ticketId: TicketId): TagId[] {
  return ctx.db
    .select({ id: ticketTagTable.tagId })
    .from(ticketTagTable)
    .where(eq(ticketTagTable.ticketId, ticketId))
    .all()
    .map(({ id }) => id)
}

const laneOfTicket = statement((db, v: { ticketId: TicketId }) =>
  db
    .select({ tagId: ticketTagTable.tagId, enteredAt: stored(ticketTagTable.createdAt) })
    .from(ticketTagTable)
    .where(eq(ticketTagTable.ticketId, v.ticketId)),
)

/** Returns the ticket's lane and the time of entry (ms since 1970). */
export function findTicketLane(ctx: CompanyContext, ticketId: TicketId) {
  return laneOfTicket.get(ctx, { ticketId })
}

interface TaggedTicket {
  id: TicketId
  contactId: ContactId
}

const shownNames = ['id', 'name', 'color', 'kanban'] as const
const shown = pick(tagTable, ...shownNames)

// In this order: starting from lanes, SQLite would read every ticket on the board for each requested one.
const ofContacts = statement((db, { ids }: { ids: readonly ContactId[] }) => {
  const requested = listTable(ids)
  return db
    .select({ contactId: contactTagTable.contactId, ...shown })
    .from(requested.table)
    .crossJoin(contactTagTable)
    .crossJoin(tagTable)
    .where(and(eq(contactTagTable.contactId, requested.value), eq(tagTable.id, contactTagTable.tagId)))
})

const ofTickets = statement((db, { ids }: { ids: readonly TicketId[] }) => {
  const requested = listTable(ids)
  return db
    .select({ ticketId: ticketTagTable.ticketId, ...shown })
    .from(requested.table)
    .crossJoin(ticketTagTable)
    .crossJoin(tagTable)
    .where(and(eq(ticketTagTable.ticketId, requested.value), eq(tagTable.id, ticketTagTable.tagId)))
})

/** Its contact's and its own. */
export function tagsOfTickets(ctx: CompanyContext, tickets: readonly TaggedTicket[]) {
  const contactIds = [...new Set(tickets.map(({ contactId }) => contactId))]
  const byContact = Map.groupBy(ofContacts.all(ctx, { ids: contactIds }), ({ contactId }) => contactId)
  const byTicket = Map.groupBy(ofTickets.all(ctx, { ids: tickets.map(({ id }) => id) }), ({ ticketId }) => ticketId)
  return ({ id, contactId }: TaggedTicket) =>
    [...(byContact.get(contactId) ?? []), ...(byTicket.get(id) ?? [])].map((tag) => pick(tag, ...shownNames))
}

export function listTicketsInLane(ctx: CompanyContext, tagId: TagId, after: TicketId, limit: number): TicketId[] {
  const rows = ctx.db.select({ id: ticketTagTable.ticketId }).from(ticketTagTable)
  return rows
    .where(and(eq(ticketTagTable.tagId, tagId), gt(ticketTagTable.ticketId, after)))
    .orderBy(asc(ticketTagTable.ticketId))
    .limit(limit)
    .all()
    .map(({ id }) => id)
}

export function assertContact(ctx: CompanyContext, contactId: ContactId) {
  if (!ctx.company.services.ports.taggedContacts.isContact(ctx, contactId)) refuse('ERR_NO_CONTACT_FOUND')
}

/** A tag may be on all contacts. */
const linksShown = 20

const linksOfTag = {
  contacts: statement((db, v: { tagId: TagId }) => {
    const { contactId, tagId } = contactTagTable
    const links = db.select({ id: contactId }).from(contactTagTable).where(eq(tagId, v.tagId))
    return links.orderBy(contactId).limit(linksShown)
  }),
  tickets: statement((db, v: { tagId: TagId }) => {
    const { ticketId, tagId } = ticketTagTable
    const links = db.select({ ticketId, tagId }).from(ticketTagTable).where(eq(tagId, v.tagId))
    return links.orderBy(ticketId).limit(linksShown)
  }),
}

export function presentLinkedTag(ctx: CompanyContext, tag: Tag): LinkedTag {
  const contacts = linksOfTag.contacts.all(ctx, { tagId: tag.id })
  return { ...presentTag(ctx, tag), contacts, ticketTags: linksOfTag.tickets.all(ctx, { tagId: tag.id }) }
}

interface TaggedContactsPort {
  isContact(ctx: CompanyContext, contactId: ContactId): boolean
  list(
    ctx: CompanyContext,
    tagId: TagId,
    pageNumber: number,
  ): { contacts: readonly Pick<ContactOfTag, 'id' | 'name' | 'number'>[]; hasMore: boolean }
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    taggedContacts: TaggedContactsPort
  }
}
