import { and, count, desc, eq, gte, isNotNull, lt, sql, sum } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { addDays } from '../kernel/time/calendar-days'
import { hourMs, minuteMs } from '../kernel/time/durations.contract'
import { localDay, timeZoneOf } from '../kernel/time/time-zone'
import type { SlaKind } from '../queue/sla/queue-sla.contract'
import { queueTable } from '../queue/queue.tables'
import { presentTickets } from '../ticket/list/present-ticket.view'
import { userTable } from '../user/user.tables'
import type { SlaReport, SlaShares } from './sla-report.answers'
import { slaResultTable } from './sla.tables'

const { ticketId, kind, dueAt, endedAt, decidedAt, kept, queueId, userId } = slaResultTable

interface Period {
  startMs: number
  endMs: number
}

const within = ({ startMs, endMs }: Period) => and(gte(decidedAt, startMs), lt(decidedAt, endMs))
const counted = { kind, all: count(), kept: sum(kept).mapWith(Number) }

interface Counted {
  kind: SlaKind
  all: number
  kept: number
}

/** Of promises that were kept or broken in the period. */
export function sumSlaResults(ctx: CompanyContext, period: Period): Omit<SlaReport, 'period'> {
  return {
    queues: byQueue(ctx, period),
    users: byUser(ctx, period),
    weeks: byWeek(ctx, period),
    worst: worstOf(ctx, period),
  }
}

function byQueue({ db }: CompanyContext, period: Period) {
  const rows = db
    .select({ ...counted, id: queueId, name: queueTable.name })
    .from(slaResultTable)
    .leftJoin(queueTable, eq(queueTable.id, queueId))
    .where(within(period))
    .groupBy(queueId, kind)
    .all()
  return named(rows)
}

function byUser({ db }: CompanyContext, period: Period) {
  const rows = db
    .select({ ...counted, id: userId, name: userTable.name })
    .from(slaResultTable)
    .leftJoin(userTable, eq(userTable.id, userId))
    .where(within(period))
    .groupBy(userId, kind)
    .all()
  return named(rows)
}

function named(rows: readonly (Counted & { id: number | null; name: string | null })[]) {
  const groups = Map.groupBy(rows, ({ id, name }) => (name === null ? 0 : (id ?? 0)))
  return [...groups]
    .map(([id, of]) => ({ id, name: of[0]?.name ?? '', ...sharesOf(of) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

function sharesOf(rows: readonly Counted[]): SlaShares {
  const shares: SlaShares = {
    firstAnswer: { kept: 0, all: 0 },
    nextAnswer: { kept: 0, all: 0 },
    resolve: { kept: 0, all: 0 },
  }
  for (const row of rows) {
    shares[row.kind].kept += row.kept
    shares[row.kind].all += row.all
  }
  return shares
}

/** Calendar weeks of the company's time zone, from Monday. Clocks change by whole hours where companies are. */
function byWeek(ctx: CompanyContext, period: Period) {
  const hour = sql<number>`${decidedAt} / ${hourMs}`
  const rows = ctx.db
    .select({ ...counted, hour: hour.as('hour') })
    .from(slaResultTable)
    .where(within(period))
    .groupBy(sql`hour`, kind)
    .all()
  const timeZone = timeZoneOf(ctx)
  const weeks = Map.groupBy(rows, (row) => mondayOf(localDay(row.hour * hourMs, timeZone)))
  return [...weeks].map(([from, of]) => ({ from, ...sharesOf(of) })).toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

const worstMax = 10

function worstOf(ctx: CompanyContext, period: Period): SlaReport['worst'] {
  const overMs = sql<number>`coalesce(${endedAt}, ${ctx.now.getTime()}) - ${dueAt}`
  const rows = ctx.db
    .select({
      id: slaResultTable.id,
      ticketId,
      kind,
      dueAt,
      endedAt,
      overMs,
      queue: queueTable.name,
      user: userTable.name,
    })
    .from(slaResultTable)
    .leftJoin(queueTable, eq(queueTable.id, queueId))
    .leftJoin(userTable, eq(userTable.id, userId))
    .where(and(within(period), eq(kept, false), isNotNull(ticketId)))
    .orderBy(desc(overMs))
    .limit(worstMax)
    .all()
  const ids = rows.flatMap((row) => row.ticketId ?? [])
  const tickets = new Map(presentTickets(ctx, ids).map((ticket) => [ticket.id, ticket]))
  return rows.flatMap((row) => {
    const ticket = tickets.get(row.ticketId ?? 0)
    if (!ticket) return []
    return {
      id: row.id,
      ticketId: ticket.id,
      uuid: ticket.uuid,
      contact: ticket.contact.name,
      queue: row.queue ?? '',
      user: row.user ?? '',
      kind: row.kind,
      dueAt: new Date(row.dueAt).toISOString(),
      endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
      overMinutes: Math.ceil(row.overMs / minuteMs),
    }
  })
}
