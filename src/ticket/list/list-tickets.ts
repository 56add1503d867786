import { preparedStatement } from '../../kernel/database/prepared-statement'
import { withSnapshot, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ContactId, TicketId } from '../../kernel/ids'
import { type JsonText, jsonWithList, toJson } from '../../kernel/http/json-text'
import { ticketCache } from './ticket-cache'
import { presentTickets, presentTicketTexts } from './present-ticket'
import type { TicketPage, TicketView } from '../ticket.answers'
import type { ContactTicketsQuery, ListTicketsQuery } from '../ticket.contract'
import { ticketMessages } from '../ticket.queries'
import { canSeeTicket, type TicketAssignment } from '../ticket.policy'
import { ticketFilter, type TicketSearch, ticketSearch } from './ticket-filter'
import { type ScopeBranch, ticketScope } from './ticket-scope'
import { add, branchOfCounts, branchOfTickets, type Conditions, conditions, join, list, whereOf } from './ticket-sql'

interface PageKey {
  id: number
  /** The time by which the list is ordered. */
  at: number
}

/** The column or expression by which a list is ordered. */
interface TicketOrder {
  by: string
  direction: 'ASC' | 'DESC'
}

const newestFirst: TicketOrder = { by: 't.updated_at', direction: 'DESC' }
/** With an index of its own for waiting tickets. */
const longestWaitFirst: TicketOrder = { by: 'coalesce(t.queued_at, t.created_at)', direction: 'ASC' }

function ticketOrder(sort: ListTicketsQuery['sortTickets']): TicketOrder {
  if (sort === 'WAIT') return longestWaitFirst
  return ['ASC', 'asc', 'true'].includes(sort) ? { ...newestFirst, direction: 'ASC' } : newestFirst
}

export const ticketPageSize = 40
/** A filtered list counts up to this many matches and reports that there are more. */
const countMax = 1000

/** GET /tickets: one page of a tab or a search, ordered by last change or by wait. Tabs are assembled from cached JSON. */
export function listTickets(ctx: CompanyContext, query: ListTicketsQuery): JsonText<TicketPage> {
  // A search may first write to the search index, so this is not read-only.
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

/** All rows up to the end of the requested page, plus one if there are more. */
function findPageKeys(ctx: CompanyContext, query: ListTicketsQuery, search: TicketSearch | undefined) {
  const order = ticketOrder(query.sortTickets)
  const scope = ticketScope(ctx.actor, { tab: query.status, showAll: query.showAll, queueIds: query.queueIds })
  const filter = ticketFilter(ctx, query)
  const { cursor } = query
  const page = cursor === undefined ? query.pageNumber : 1
  const limit = page * ticketPageSize + 1
  const after = cursor === undefined ? conditions() : afterCursor(cursor, order)
  const branches = presentBranches(ctx, scope, query.withUnreadMessages ? 'unread' : 'tickets')
  if (!search) {
    const found = findByBranch(ctx, branches, join(filter, after), order, limit)
    return { found, page, ...countMatches(ctx, branches, filter, query.withUnreadMessages) }
  }
  const matching = join(ticketsInScope(ctx, scope), filter, search)
  const { eachTicket } = search
  const isFrequent = eachTicket !== undefined && matchesOften(ctx, branches, eachTicket)
  const find = (limit: number) =>
    isFrequent
      ? findByBranch(ctx, branches, join(filter, eachTicket, after), order, limit)
      : findAtOnce(ctx, join(matching, after), order, limit)
  if (cursor !== undefined) return { found: find(limit), page, ...countAtOnce(ctx, [matching], search.isCut) }
  const found = find(Math.max(limit, countMax + 1))
  return { found, page, ...bounded(found.length, search.isCut) }
}

const sampleSize = 200
const frequentShare = 0.25

/**
 * Whether many of the newest tickets match. Then checking tickets in order finds a page soon, while collecting and
 * sorting all matches takes a microsecond for each.
 */
function matchesOften(ctx: CompanyContext, branches: readonly CountedBranch[], condition: Conditions) {
  const newest = findByBranch(ctx, branches, conditions(), newestFirst, sampleSize)
  if (newest.length < sampleSize) return true
  const ids = JSON.stringify(newest.map(({ id }) => id))
  const text = `SELECT count(*) AS n FROM ticket t WHERE t.id IN ${list} AND ${whereOf(condition)}`
  const { n } = preparedStatement<{ n: number }>(ctx, text).get(ids, ...condition.values) ?? { n: 0 }
  return n >= sampleSize * frequentShare
}

function bounded(matches: number, isCut = false) {
  return { count: Math.min(matches, countMax), countIsLeast: isCut || matches > countMax }
}

/** @throws Refusal for an invalid cursor */
export function afterCursor(cursor: string, { by, direction }: TicketOrder = newestFirst): Conditions {
  const { at, id } = readCursor(cursor)
  const after = conditions()
  add(after, `(${by}, t.id) ${direction === 'ASC' ? '>' : '<'} (?, ?)`, at, id)
  return after
}

function readCursor(cursor: string) {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? []
  if (!at || !id) refuse('ERR_INVALID_INPUT', { fields: { cursor: 'cursor' } })
  return { at: Number(at), id: Number(id) }
}

/** SQLite reads each branch from an index in order and merges them up to the page size. */
function findByBranch(
  ctx: CompanyContext,
  branches: readonly CountedBranch[],
  rest: Conditions,
  order: TicketOrder,
  limit: number,
) {
  if (branches.length === 0) return []
  const wheres = branches.map(({ branch }) => join(branchOfTickets(ctx, branch), rest))
  return findInOrder(ctx, wheres, order, limit)
}

/** Indexes start with the status, so each status is read separately. */
function oneStatusEach(scope: readonly ScopeBranch[]): ScopeBranch[] {
  return scope.flatMap((branch) => branch.statuses.map((status) => ({ ...branch, statuses: [status] })))
}

function findAtOnce(ctx: CompanyContext, where: Conditions, order: TicketOrder, limit: number) {
  return findInOrder(ctx, [where], order, limit)
}

function findInOrder(
  ctx: CompanyContext,
  wheres: readonly Conditions[],
  { by, direction }: TicketOrder,
  limit: number,
) {
  const parts = wheres.map((where) => `SELECT t.id, ${by} AS at FROM ticket t WHERE ${whereOf(where)}`)
  const text = `${parts.join(' UNION ALL ')} ORDER BY at ${direction}, id ${direction} LIMIT ?`
  return preparedStatement<PageKey>(ctx, text).all(...wheres.flatMap(({ values }) => values), limit)
}

/** The ticket at the top of a list. */
export function findFirstTicketId(
  ctx: CompanyContext,
  scope: readonly ScopeBranch[],
  sort: ListTicketsQuery['sortTickets'],
): TicketId | undefined {
  return findByBranch(ctx, presentBranches(ctx, scope), conditions(), ticketOrder(sort), 1)[0]?.id
}

/** The last updated tickets of a scope that meet a condition. */
export function listTicketIds(
  ctx: CompanyContext,
  scope: readonly ScopeBranch[],
  condition: Conditions,
  limit: number,
): TicketId[] {
  return findByBranch(ctx, presentBranches(ctx, scope), condition, newestFirst, limit).map(({ id }) => id)
}

export function ticketsInScope(ctx: CompanyContext, scope: readonly ScopeBranch[]): Conditions {
  const branches = scope.map((branch) => branchOfTickets(ctx, branch))
  return {
    texts: [`(${branches.map((branch) => `(${whereOf(branch)})`).join(' OR ')})`],
    values: branches.flatMap(({ values }) => values),
  }
}

/** Uses the maintained counts for unfiltered lists, else counts up to a limit. */
function countMatches(
  ctx: CompanyContext,
  branches: readonly CountedBranch[],
  filter: Conditions,
  unreadOnly: boolean,
) {
  if (filter.texts.length > Number(unreadOnly)) {
    return countAtOnce(
      ctx,
      branches.map(({ branch }) => join(branchOfTickets(ctx, branch), filter)),
    )
  }
  const { tickets, unread } = sumOf(branches)
  return { count: unreadOnly ? unread : tickets, countIsLeast: false }
}

function countAtOnce(ctx: CompanyContext, wheres: readonly Conditions[], isCut = false) {
  if (wheres.length === 0) return bounded(0, isCut)
  const parts = wheres.map((where) => `SELECT 1 FROM ticket t WHERE ${whereOf(where)}`)
  const text = `SELECT count(*) AS n FROM (${parts.join(' UNION ALL ')} LIMIT ${countMax + 1})`
  const values = wheres.flatMap((where) => where.values)
  return bounded(preparedStatement<{ n: number }>(ctx, text).get(...values)?.n ?? 0, isCut)
}

interface CountedBranch {
  branch: ScopeBranch
  tickets: number
  unread: number
}

/** A scope by status. What has no tickets need not be searched. */
function presentBranches(
  ctx: CompanyContext,
  scope: readonly ScopeBranch[],
  counted: 'tickets' | 'unread' = 'tickets',
) {
  return countBranches(ctx, oneStatusEach(scope)).filter((branch) => branch[counted] > 0)
}

/** Reads the maintained counts. */
function countBranches(ctx: CompanyContext, branches: readonly ScopeBranch[]): CountedBranch[] {
  if (branches.length === 0) return []
  const wheres = branches.map((branch) => branchOfCounts(ctx, branch))
  const parts = wheres.map(
    (where, index) => `SELECT ${index} AS place, ifnull(sum(tickets), 0) AS tickets, ifnull(sum(unread), 0) AS unread
       FROM ticket_count WHERE ${whereOf(where)}`,
  )
  const statement = preparedStatement<Omit<CountedBranch, 'branch'> & { place: number }>(ctx, parts.join(' UNION ALL '))
  const rows = statement.all(...wheres.flatMap(({ values }) => values))
  return rows.flatMap(({ place, tickets, unread }) => {
    const branch = branches[place]
    return branch ? [{ branch, tickets, unread }] : []
  })
}

export function countInScope(ctx: CompanyContext, scope: readonly ScopeBranch[]) {
  return sumOf(countBranches(ctx, scope))
}

function sumOf(branches: readonly CountedBranch[]) {
  const sum = { tickets: 0, unread: 0 }
  for (const { tickets, unread } of branches) {
    sum.tickets += tickets
    sum.unread += unread
  }
  return sum
}

export function listTicketsOfContact(
  ctx: CompanyContext,
  contactId: ContactId,
  { closed, cursor }: ContactTicketsQuery = {},
): TicketPage {
  const rows = preparedStatement<PageKey & TicketAssignment>(
    ctx,
    `SELECT t.id, t.updated_at AS at, t.status, t.user_id AS userId, t.queue_id AS queueId FROM ticket t
     WHERE t.contact_id = ? ORDER BY t.updated_at DESC, t.id DESC`,
  ).all(contactId)
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
