import { and, desc, eq, gt, gte, lt, type SQL } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import { withSnapshot, type CompanyContext } from '../../kernel/company/company-context'
import { stored, withoutIndex } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { ContactId, TicketId, UserId } from '../../kernel/ids'
import { type JsonText, jsonWithList, toJson } from '../../kernel/http/json-text'
import { presentTickets, presentTicketTexts, ticketCache } from './present-ticket.view'
import type { TicketPage, TicketView } from '../ticket.answers'
import type { ContactTicketsQuery, ListTicketsQuery } from '../ticket.contract'
import { ticketMessages } from '../ticket.queries'
import { canSeeTicket, type TicketAssignment } from '../ticket.policy'
import { ticketFilter, type TicketSearch, ticketSearch } from './ticket-filter'
import { type ScopeBranch, ticketScope } from './ticket-scope'
import { presentBranches, sumOf } from './count-branches'
import { countAmong, countChosen, countMax, findInOrder } from './find-in-order'
import { branchOfTickets, inScope, isAfter, type TicketOrder } from './ticket-conditions'
import { ticketTable } from '../ticket.tables'

function ticketOrder(sort: ListTicketsQuery['sortTickets']): TicketOrder {
  if (sort === 'WAIT') return 'longestWaitFirst'
  if (sort === 'DUE') return 'dueFirst'
  return ['ASC', 'asc', 'true'].includes(sort) ? 'oldestFirst' : 'newestFirst'
}

export const ticketPageSize = 40

/** Assembled from cached JSON. */
export function listTickets(ctx: CompanyContext, query: ListTicketsQuery): JsonText<TicketPage> {
  // A search may write the search index.
  const search = ticketSearch(ctx, query)
  ticketCache.start(ctx)
  return withSnapshot(ctx, () => {
    const { ids, ...page } = findPage(ctx, query, search)
    if (!search) return jsonWithList<TicketPage, 'tickets'>('tickets', presentTicketTexts(ctx, ids), page)
    const tickets = presentTickets(ctx, ids)
    addHits(ctx, tickets, search, query.searchParam)
    return toJson({ tickets, ...page })
  })
}

interface FoundPage extends Omit<TicketPage, 'tickets'> {
  ids: TicketId[]
}

function findPage(ctx: CompanyContext, query: ListTicketsQuery, search: TicketSearch | undefined): FoundPage {
  const { found, count, countIsLeast, page } = findPageKeys(ctx, query, search)
  const places = found.slice((page - 1) * ticketPageSize, page * ticketPageSize)
  const hasMore = found.length > page * ticketPageSize
  const last = places.at(-1)
  return {
    ids: places.map(({ id }) => id),
    hasMore,
    count,
    countIsLeast,
    nextCursor: hasMore && last ? `${last.at}-${last.id}` : null,
  }
}

function addHits(ctx: CompanyContext, tickets: TicketView[], { hits }: TicketSearch, text: string) {
  const ids = tickets.flatMap(({ id }) => hits.get(id) ?? [])
  if (ids.length === 0) return
  const excerpts = ticketMessages(ctx).excerpts(ctx, ids, text)
  for (const ticket of tickets) {
    const messageId = hits.get(ticket.id)
    const excerpt = messageId === undefined ? undefined : excerpts.get(messageId)
    if (messageId !== undefined && excerpt) ticket.hit = { messageId, excerpt }
  }
}

function findPageKeys(ctx: CompanyContext, query: ListTicketsQuery, search: TicketSearch | undefined) {
  const order = ticketOrder(query.sortTickets)
  const scope = ticketScope(ctx.actor, { tab: query.status, showAll: query.showAll, queueIds: query.queueIds })
  const isChosen = ticketFilter(ctx, query)
  const isUnread = query.withUnreadMessages ? gt(ticketTable.unreadMessages, 0) : undefined
  const filter = and(isChosen, isUnread)
  const { cursor } = query
  const page = cursor === undefined ? query.pageNumber : 1
  const limit = page * ticketPageSize + 1
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const branches = presentBranches(ctx, scope, isUnread ? 'unread' : 'tickets')
  const reading = { order, after }
  if (!search) {
    const chosen = { branches, filter }
    const found = findInOrder(ctx, { ...chosen, ...reading }, limit)
    if (!isChosen) {
      return { found, page, count: sumOf(branches)[isUnread ? 'unread' : 'tickets'], countIsLeast: false }
    }
    const isAll = !after && found.length < limit
    return { found, page, ...bounded(isAll ? found.length : countChosen(ctx, chosen)) }
  }
  const { isMatch, isEachMatch, isCut } = search
  const matching = { branches: scope, filter: and(filter, isMatch), isAtOnce: true }
  const isFrequent = isEachMatch !== undefined && matchesOften(ctx, branches, isEachMatch)
  const found = isFrequent ? { branches, filter: and(filter, isEachMatch) } : matching
  const find = (limit: number) => findInOrder(ctx, { ...found, ...reading }, limit)
  if (cursor !== undefined) return { found: find(limit), page, ...bounded(countChosen(ctx, matching), isCut) }
  const all = find(Math.max(limit, countMax + 1))
  return { found: all, page, ...bounded(all.length, isCut) }
}

const sampleSize = 200
const frequentShare = 0.25

/** Then reading in order finds a page sooner than collecting all matches. */
function matchesOften(ctx: CompanyContext, branches: readonly ScopeBranch[], isMatch: SQL) {
  const newest = findInOrder(ctx, { branches, order: 'newestFirst' }, sampleSize)
  if (newest.length < sampleSize) return true
  const ids = newest.map(({ id }) => id)
  return countAmong(ctx, ids, isMatch) >= sampleSize * frequentShare
}

function bounded(matches: number, isCut = false) {
  return { count: Math.min(matches, countMax), countIsLeast: isCut || matches > countMax }
}

/** @throws Refusal for an invalid cursor */
export function afterCursor(cursor: string): SQL {
  return isAfter(readCursor(cursor), 'newestFirst')
}

function readCursor(cursor: string) {
  const [, at, id] =
    /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? refuse('ERR_INVALID_INPUT', { fields: { cursor: 'cursor' } })
  return { at: Number(at), id: Number(id) }
}

export function findFirstTicketId(
  ctx: CompanyContext,
  scope: readonly ScopeBranch[],
  sort: ListTicketsQuery['sortTickets'],
): TicketId | undefined {
  return findInOrder(ctx, { branches: presentBranches(ctx, scope), order: ticketOrder(sort) }, 1)[0]?.id
}

export function listTicketIds(
  ctx: CompanyContext,
  scope: readonly ScopeBranch[],
  { userId, from, until }: { userId: UserId | undefined; from: Date; until: Date },
  limit: number,
): TicketId[] {
  const filter = and(
    userId === undefined ? undefined : eq(withoutIndex(ticketTable.userId), userId),
    gte(ticketTable.updatedAt, from),
    lt(ticketTable.updatedAt, until),
  )
  const branches = presentBranches(ctx, scope)
  return findInOrder(ctx, { branches, filter, order: 'newestFirst' }, limit).map(({ id }) => id)
}

export function ticketsInScope(ctx: CompanyContext, scope: readonly ScopeBranch[]): SQL {
  const me = actingUserId(ctx.actor) ?? 0
  return inScope(scope.map((branch) => branchOfTickets(me, branch)))
}

const ofContact = statement((db, v: { contactId: ContactId }) => {
  const { id, updatedAt, status, userId, queueId, contactId } = ticketTable
  return db
    .select({ id, at: stored(updatedAt), status, userId, queueId })
    .from(ticketTable)
    .where(eq(contactId, v.contactId))
    .orderBy(desc(updatedAt), desc(id))
})

export function listTicketsOfContact(
  ctx: CompanyContext,
  contactId: ContactId,
  { closed, cursor }: ContactTicketsQuery = {},
): TicketPage {
  const rows = ofContact.all(ctx, { contactId })
  const isWanted = (row: TicketAssignment) => closed === undefined || String(row.status === 'closed') === closed
  const visible = rows.filter((row) => isWanted(row) && canSeeTicket(ctx.actor, row))
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rest = after ? visible.filter(({ at, id }) => at < after.at || (at === after.at && id < after.id)) : visible
  const shown = rest.slice(0, ticketPageSize)
  const last = shown.at(-1)
  const hasMore = rest.length > shown.length
  return {
    tickets: presentTickets(
      ctx,
      shown.map(({ id }) => id),
    ),
    hasMore,
    count: visible.length,
    nextCursor: hasMore && last ? `${last.at}-${last.id}` : null,
  }
}
