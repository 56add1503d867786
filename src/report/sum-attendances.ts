import { and } from 'drizzle-orm'
import { createTurns } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { minuteMs } from '../kernel/time/durations.contract'
import { keysOf } from '../kernel/typed-object.contract'
import { requestedFilter, requestedParts, withinDays } from './attendance-filter.view'
import {
  type AttendanceSums,
  findBatchEnd,
  isBeside,
  type SummedGroup,
  sumTickets,
  type TicketKey,
} from './attendances.view'
import type { AttendanceTotals } from './report.calls'
import type { AttendanceFilter } from './report.contract'

export const batchSize = 5000

const noTickets: AttendanceSums = { total: 0, closed: 0, attended: 0, supportMs: 0, rated: 0, ratings: 0 }

export async function sumAttendances(
  ctx: CompanyContext,
  query: AttendanceFilter,
  turn = createTurns(),
): Promise<AttendanceTotals> {
  const sums = await sumAttendancesByGroup(ctx, query, 'all', turn)
  return totalsOf(sums.get(0) ?? noTickets)
}

export async function sumAttendancesByGroup(
  ctx: CompanyContext,
  query: AttendanceFilter,
  group: SummedGroup,
  turn = createTurns(),
): Promise<ReadonlyMap<number, AttendanceSums>> {
  const resolved = withinDays(ctx, query, 'closed')
  const groups = new Map<number, AttendanceSums>()
  for (const { source, tickets } of requestedParts(ctx, query)) {
    const filter = requestedFilter(ctx, query, source)
    for (let last: TicketKey | undefined, isMore = true; isMore;) {
      const range = and(tickets, last && isBeside(source, '<', last))
      last = findBatchEnd(ctx, source, range, batchSize)
      const batch = and(range, last && isBeside(source, '>=', last), filter)
      for (const { groupId, ...part } of sumTickets(ctx, source, batch, resolved, group)) {
        groups.set(groupId, addSums(part, groups.get(groupId) ?? noTickets))
      }
      isMore = last !== undefined
      await turn()
    }
  }
  return groups
}

export function addSums(...parts: readonly AttendanceSums[]): AttendanceSums {
  const sums = { ...noTickets }
  for (const part of parts) for (const name of keysOf(sums)) sums[name] += part[name]
  return sums
}

export function totalsOf({ total, closed, attended, supportMs, rated, ratings }: AttendanceSums): AttendanceTotals {
  return {
    total,
    closed,
    rated,
    supportTime: attended === 0 ? null : Math.round(supportMs / attended / minuteMs),
    rating: rated === 0 ? null : Math.round((ratings / rated) * 10) / 10,
  }
}
