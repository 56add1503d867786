import { and, eq, gt, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { inList, isOther, stored, withoutIndex } from '../../kernel/database/expressions'
import type { QueueId, UserId } from '../../kernel/ids'
import type { QueueSet, ScopeBranch } from './ticket-scope'
import { type TicketStatus, ticketStatuses } from '../ticket-status'
import { ticketTable } from '../ticket.tables'

const { id, status, userId, queueId, snoozedUntil, queuedAt, createdAt, updatedAt } = ticketTable

export const orders = {
  newestFirst: { by: stored(updatedAt), isAscending: false },
  oldestFirst: { by: stored(updatedAt), isAscending: true },
  /** Has an index of its own. */
  longestWaitFirst: { by: sql<number>`coalesce(${queuedAt}, ${createdAt})`, isAscending: true },
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

function isInQueues({ kind, none, ids }: QueueSet, queueIds: readonly QueueId[]) {
  const isAmong = inList(queueId, queueIds)
  if (kind === 'only') return none ? or(isNull(queueId), isAmong) : isAmong
  const isOutside = ids.length > 0 ? not(isAmong) : undefined
  return none ? isOutside && or(isNull(queueId), isOutside) : and(isNotNull(queueId), isOutside)
}
