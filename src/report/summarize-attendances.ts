import { addDays, daysBetween } from '../kernel/time/calendar-days'
import { createTurns } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { localDay, timeZoneOf } from '../kernel/time/time-zone'
import { type AttendanceSums, everyTag, findFirstOpening, listNames } from './attendances.view'
import { assertMayReport } from './list-attendances'
import { countedDays, periodBefore } from './report-period'
import type { AttendanceSummary, AttendanceSummaryRow, AttendanceTotals, CountedDays } from './report.calls'
import type { AttendanceFilter, AttendanceGroup, AttendanceSummaryQuery } from './report.contract'
import { addSums, sumAttendances, sumAttendancesByGroup, totalsOf } from './sum-attendances'

/** Longer periods are grouped by month. */
const daysMax = 62

/** With the period before. Each row counts what the report lists for it. */
export async function summarizeAttendances(
  ctx: CompanyContext,
  { groupBy, ...query }: AttendanceSummaryQuery,
): Promise<AttendanceSummary> {
  assertMayReport(ctx)
  const before = queryBefore(ctx, query)
  if (groupBy === 'day') return summarizeByTime(ctx, query, before)
  return summarizeByRecord(ctx, query, before, groupBy)
}

interface QueryBefore {
  query: AttendanceFilter
  period: CountedDays
}

function queryBefore(ctx: CompanyContext, query: AttendanceFilter): QueryBefore | undefined {
  const from = query.dateFrom
  if (!from) return undefined
  const to = query.dateTo ?? localDay(ctx.now, timeZoneOf(ctx))
  const period = countedDays(periodBefore(ctx, { from, days: Math.max(0, daysBetween(from, to)) + 1 }))
  return { query: { ...query, dateFrom: period.from, dateTo: period.to }, period }
}

const previousOf = (before: QueryBefore | undefined, totals: AttendanceTotals | undefined) =>
  before && totals ? { period: before.period, totals } : null

async function summarizeByRecord(
  ctx: CompanyContext,
  query: AttendanceFilter,
  before: QueryBefore | undefined,
  groupBy: Exclude<AttendanceGroup, 'day'>,
): Promise<AttendanceSummary> {
  const groups = await sumAttendancesByGroup(ctx, query, groupBy)
  const earlier = before && (await sumAttendancesByGroup(ctx, before.query, groupBy))
  const ids = [...new Set([...groups.keys(), ...(earlier?.keys() ?? [])])].filter((id) => id !== everyTag)
  const named = new Map(listNames(ctx, groupBy, ids).map((record) => [record.id, record]))
  const rows = ids.map((id): AttendanceSummaryRow => ({
    id,
    name: named.get(id)?.name ?? '',
    color: named.get(id)?.color ?? null,
    days: null,
    totals: totalsOf(groups.get(id) ?? addSums()),
    previous: earlier ? (earlier.get(id)?.total ?? 0) : null,
  }))
  rows.sort((a, b) => b.totals.total - a.totals.total || a.name.localeCompare(b.name))
  return {
    groupBy,
    totals: totalOfGroups(groups),
    previous: previousOf(before, earlier && totalOfGroups(earlier)),
    rows,
  }
}

/** A ticket with two tags is in two groups. */
function totalOfGroups(groups: ReadonlyMap<number, AttendanceSums>) {
  return totalsOf(addSums(...(groups.has(everyTag) ? [groups.get(everyTag) ?? addSums()] : groups.values())))
}

/** A ticket opened on one day and resolved on another is in both. */
async function summarizeByTime(
  ctx: CompanyContext,
  query: AttendanceFilter,
  before: QueryBefore | undefined,
): Promise<AttendanceSummary> {
  const shown = shownDays(ctx, query)
  const byMonth = shown.days > daysMax
  const turn = createTurns()
  const sumOf = ({ from, to }: CountedDays) => sumAttendances(ctx, { ...query, dateFrom: from, dateTo: to }, turn)
  const shift = before ? daysBetween(before.period.from, shown.from) : 0
  const rows: AttendanceSummaryRow[] = []
  for (const days of byMonth ? monthsOf(shown) : daysOf(shown)) {
    const earlier = before && { ...days, from: addDays(days.from, -shift), to: addDays(days.to, -shift) }
    const previous = earlier ? (await sumOf(earlier)).total : null
    rows.push({ id: null, name: '', color: null, days, totals: await sumOf(days), previous })
  }
  return {
    groupBy: byMonth ? 'month' : 'day',
    totals: await sumAttendances(ctx, query, turn),
    previous: previousOf(before, before && (await sumAttendances(ctx, before.query, turn))),
    rows,
  }
}

function shownDays(ctx: CompanyContext, { dateFrom, dateTo }: AttendanceFilter): CountedDays {
  const timeZone = timeZoneOf(ctx)
  const today = localDay(ctx.now, timeZone)
  const to = dateTo && dateTo < today ? dateTo : today
  const from = dateFrom ?? localDay(findFirstOpening(ctx) ?? ctx.now, timeZone)
  return daysFrom(from, from > to ? from : to)
}

const daysFrom = (from: string, to: string): CountedDays => ({ from, to, days: daysBetween(from, to) + 1 })

const daysOf = ({ from, days }: CountedDays) =>
  Array.from({ length: days }, (_, index) => daysFrom(addDays(from, index), addDays(from, index)))

function monthsOf({ from, to }: CountedDays) {
  const months: CountedDays[] = []
  for (let first = from; first <= to;) {
    const next = `${addDays(`${first.slice(0, 8)}01`, 31).slice(0, 8)}01`
    const last = addDays(next, -1)
    months.push(daysFrom(first, last < to ? last : to))
    first = next
  }
  return months
}
