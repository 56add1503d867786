import { and, type AnyColumn, eq, gt, inArray, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { inList, isOther, stored, withoutIndex } from '../../kernel/database/expressions'
import type { QueueId, UserId } from '../../kernel/ids'
import type { QueueSet, ScopeBranch } from './ticket-scope'
import { type TicketStatus, ticketStatuses } from '../ticket-status'
import { ticketCountTable, ticketTable } from '../ticket.tables'

const { id, status, userId, queueId, snoozedUntil, queuedAt, createdAt, updatedAt, dueAt } = ticketTable

export const orders = {
  newestFirst: { by: stored(updatedAt), isAscending: false },
  oldestFirst: { by: stored(updatedAt), isAscending: true },
  /** Has an index of its own. */
  longestWaitFirst: { by: sql<number>`coalesce(${queuedAt}, ${createdAt})`, isAscending: true },
  /** Has an index of its own. The end of the year 9999 stands for none. */
  dueFirst: { by: sql<number>`coalesce(${dueAt}, 253402300799999)`, isAscending: true },
}
export type TicketOrder = keyof typeof orders

export interface PageKey {
  id: number
  at: number
}

export function isAfter({ at, id: lastId }: PageKey, order: TicketOrder): SQL {
  const { by, isAscending } = orders[order]
  const compare = isAscending ? gt : lt
  return compare(sql`(${by}, ${id})`, sql`(${at}, ${lastId})`)
}

/** `queueIds` may stand for those of the branch. */
export function branchOfTickets(
  me: UserId,
  { statuses, owner, queues, snoozed }: ScopeBranch,
  queueIds = queues.ids,
): SQL | undefined {
  const isOwned = { me: eq(userId, me), nobody: isNull(userId), notMe: isOther(userId, me), any: undefined }
  return and(
    hasStatus(statuses),
    isOwned[owner],
    snoozed && (snoozed === 'only' ? isNotNull(snoozedUntil) : isNull(snoozedUntil)),
    isInQueues(queues, queueIds),
  )
}

function hasStatus(statuses: readonly TicketStatus[]) {
  const [only, second] = statuses
  // Written out, because only then SQLite uses an index of some statuses.
  if (only && !second) return eq(status, only).inlineParams()
  // SQLite would read the newest in order by the index on status.
  return statuses.length < ticketStatuses.length ? inArray(withoutIndex(status), statuses) : undefined
}

interface QueueColumn {
  queueId: AnyColumn<{ data: QueueId }>
  isNone: SQL
  isAny: SQL
}

const ticketQueue: QueueColumn = { queueId, isNone: isNull(queueId), isAny: isNotNull(queueId) }

function isInQueues({ kind, none, ids }: QueueSet, queueIds: readonly QueueId[], of = ticketQueue) {
  const isAmong = inList(of.queueId, queueIds)
  if (kind === 'only') return none ? or(of.isNone, isAmong) : isAmong
  const isOutside = ids.length > 0 ? not(isAmong) : undefined
  return none ? isOutside && or(of.isNone, isOutside) : and(of.isAny, isOutside)
}

const counts = ticketCountTable
/** 0 means no owner and no queue. */
const countedQueue = { queueId: counts.queueId, isNone: eq(counts.queueId, 0), isAny: ne(counts.queueId, 0) }

/** The counts of one of its statuses. */
export function branchOfCounts(me: UserId, { owner, queues, snoozed }: ScopeBranch, queueIds = queues.ids) {
  const { userId } = counts
  const isOwned = { me: eq(userId, me), nobody: eq(userId, 0), notMe: ne(userId, me), any: undefined }
  return and(
    isOwned[owner],
    snoozed && eq(counts.snoozed, snoozed === 'only'),
    isInQueues(queues, queueIds, countedQueue),
  )
}

export const formOf = ({ statuses, owner, snoozed, queues: { kind, none, ids } }: ScopeBranch) =>
  `${statuses.join()} ${owner} ${snoozed} ${kind} ${none} ${ids.length > 0}`

/** By the branch's index, so that a statement binds them. */
export const queueIdsOf = (branches: readonly ScopeBranch[]): Record<number, readonly QueueId[]> =>
  Object.fromEntries(branches.map(({ queues }, index) => [index, queues.ids]))

export const allOf = <Part extends { unionAll(part: Part): Part }>(parts: readonly Part[]) =>
  parts.reduce((all, part) => all.unionAll(part))

export const inScope = (branches: readonly (SQL | undefined)[]) =>
  or(...branches.map((branch) => branch ?? sql`1`)) ?? sql`0`
