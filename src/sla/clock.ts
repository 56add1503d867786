import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import { enqueueJob } from '../kernel/job/jobs'
import { addWorkingTime, type WorkingHours, workingTimeBetween } from '../queue/hours/working-time'
import type { SlaKind } from '../queue/sla/queue-sla.contract'
import { setTicketDue } from '../ticket/change/set-ticket-due'
import type { TicketRow } from '../ticket/ticket.queries'
import { hoursOf, targetOf } from './promises'
import { type Clock, clockRows, listClocks, nextMarkAt } from './clock.store'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'sla.warned': SlaMark
    'sla.breached': SlaMark
  }
  interface RequiredSubjects {
    sla: 'ticketId'
  }
}

interface SlaMark {
  kind: SlaKind
  /** ms since 1970. */
  dueAt: number
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'sla.mark': { atMs: number }
  }
}

export const isLive = (clock: Clock | undefined): clock is Clock => clock !== undefined && clock.endedAt === null

export const newClock = (id: TicketId, of: SlaKind, since: Date): Clock => ({
  ticketId: id,
  kind: of,
  startedAt: since.getTime(),
  spentMs: 0,
  runningSince: since.getTime(),
  targetMs: null,
  dueAt: null,
  warnAt: null,
  warned: false,
  breached: false,
  endedAt: null,
  nextAt: null,
})

/** Computes the due time of a clock that runs, and stores it. Whoever calls it shows the ticket's next due time afterwards. */
export function setClock(ctx: CompanyContext, ticket: TicketRow, given: Clock) {
  const target = targetOf(ctx, ticket, given.kind)
  // The job that marks it has not run yet, or the target is shorter than what passed before it stopped.
  const isLate = isOver(ctx, given) || isSpent(given, target?.targetMs)
  if (isLate) breach(ctx, ticket, given)
  const clock = isLate ? { ...given, warned: true, breached: true } : given
  const { runningSince, spentMs, warned, breached } = clock
  const stopped = { ...clock, targetMs: target?.targetMs ?? null, dueAt: null, warnAt: null, nextAt: null }
  if (!target || runningSince === null || clock.endedAt !== null) return save(ctx, stopped)
  const hours = hoursOf(ctx, ticket)
  const leftMs = target.targetMs - spentMs
  const computedAt = momentAfter(hours, runningSince, leftMs)
  if (computedAt === undefined) return save(ctx, stopped)
  // What is broken stays so, also with more time.
  const dueAt = breached ? Math.min(computedAt, clock.dueAt ?? runningSince) : computedAt
  const warnAt = Math.min(dueAt, momentAfter(hours, runningSince, leftMs - target.warnMs) ?? dueAt)
  const nextAt = breached ? null : warned ? dueAt : warnAt
  save(ctx, { ...stopped, dueAt, warnAt, nextAt })
}

const isOver = (ctx: CompanyContext, { breached, dueAt }: Clock) =>
  !breached && dueAt !== null && dueAt < ctx.now.getTime()

const isSpent = ({ runningSince, endedAt, breached, spentMs }: Clock, targetMs = Infinity) =>
  runningSince === null && endedAt === null && !breached && spentMs > targetMs

/** A negative `leftMs` gives a moment before `fromMs`. */
const momentAfter = (hours: WorkingHours, fromMs: number, leftMs: number) =>
  leftMs <= 0 ? fromMs + leftMs : addWorkingTime(hours, fromMs, leftMs)

/** One job waits for the next mark of the company. It may be too early, never too late. */
function save(ctx: CompanyContext, clock: Clock) {
  const before = clock.nextAt === null ? undefined : nextMarkAt(ctx)
  clockRows.save.run(ctx, clock)
  if (clock.nextAt !== null && (before === undefined || clock.nextAt < before)) markAt(ctx, clock.nextAt)
}

export const markAt = (ctx: CompanyContext, atMs: number) =>
  enqueueJob(ctx, 'sla.mark', { atMs }, { runAt: new Date(atMs), dedupeKey: 'sla.mark' })

export function stopClock(ctx: CompanyContext, ticket: TicketRow, clock: Clock, hours = hoursOf(ctx, ticket)) {
  if (clock.runningSince === null) return
  setClock(ctx, ticket, { ...clock, spentMs: spentUntilNow(ctx, clock, hours), runningSince: null })
}

export function spentUntilNow(ctx: CompanyContext, { spentMs, runningSince }: Clock, hours: WorkingHours) {
  return runningSince === null ? spentMs : spentMs + workingTimeBetween(hours, runningSince, ctx.now.getTime())
}

export function resumeClock(ctx: CompanyContext, ticket: TicketRow, clock: Clock) {
  if (clock.runningSince === null) setClock(ctx, ticket, { ...clock, runningSince: ctx.now.getTime() })
}

/** `userId`: who is counted with it. A promise without a due time is neither kept nor broken. */
export function endClock(ctx: CompanyContext, ticket: TicketRow, clock: Clock, userId: number | null) {
  const nowMs = ctx.now.getTime()
  const broken = clock.breached || isOver(ctx, clock)
  if (isOver(ctx, clock)) breach(ctx, ticket, clock)
  // The customer was waited for at the end: the time that was left is what counts.
  const dueAt = clock.dueAt ?? (clock.targetMs === null ? null : nowMs)
  if (dueAt !== null) decide(ctx, ticket, clock, { dueAt, endedAt: nowMs, kept: !broken, userId })
  clockRows.save.run(ctx, { ...clock, breached: broken, endedAt: nowMs, dueAt: null, warnAt: null, nextAt: null })
}

/** Neither kept nor broken, unless it was broken before. */
export function dropClock(ctx: CompanyContext, ticket: TicketRow, clock: Clock) {
  if (clock.breached || isOver(ctx, clock)) {
    endClock(ctx, ticket, clock, ticket.userId)
    return
  }
  const endedAt = ctx.now.getTime()
  clockRows.save.run(ctx, { ...clock, endedAt, dueAt: null, warnAt: null, nextAt: null })
}

export function breach(ctx: CompanyContext, ticket: TicketRow, clock: Clock) {
  const dueAt = clock.dueAt ?? ctx.now.getTime()
  clockRows.save.run(ctx, { ...clock, warned: true, breached: true, nextAt: null })
  decide(ctx, ticket, clock, { dueAt, endedAt: null, kept: false, userId: ticket.userId })
  recordMark(ctx, ticket, 'sla.breached', { kind: clock.kind, dueAt })
}

export function warn(ctx: CompanyContext, ticket: TicketRow, clock: Clock) {
  clockRows.save.run(ctx, { ...clock, warned: true, nextAt: clock.dueAt })
  recordMark(ctx, ticket, 'sla.warned', { kind: clock.kind, dueAt: clock.dueAt ?? 0 })
}

function recordMark(
  ctx: CompanyContext,
  { id, contactId }: TicketRow,
  type: 'sla.warned' | 'sla.breached',
  mark: SlaMark,
) {
  recordEvent(ctx, type, { ticketId: id, contactId }, mark)
}

type Decision = { dueAt: number; endedAt: number | null; kept: boolean; userId: number | null }

function decide(ctx: CompanyContext, { id, queueId, priority }: TicketRow, clock: Clock, decision: Decision) {
  const { kind: of, startedAt } = clock
  const decidedAt = ctx.now.getTime()
  clockRows.decide.run(ctx, { ticketId: id, kind: of, startedAt, decidedAt, queueId, priority, ...decision })
}

/** The closing at that moment did not happen. */
export function undoEnd(ctx: CompanyContext, ticket: TicketRow, clock: Clock) {
  // An answer in the same millisecond as the closing counts.
  if (
    clock.kind !== 'resolve' &&
    clockRows.kept.get(ctx, { ticketId: clock.ticketId, kind: clock.kind, startedAt: clock.startedAt })
  )
    return
  const { ticketId, kind, endedAt } = clock
  undoKept(ctx, clock)
  if (endedAt !== null) clockRows.undoBroken.run(ctx, { ticketId, kind, endedAt })
  setClock(ctx, ticket, { ...clock, endedAt: null })
}

export function undoKept(ctx: CompanyContext, { ticketId, kind, endedAt }: Clock) {
  if (endedAt !== null) clockRows.undoKept.run(ctx, { ticketId, kind, endedAt })
}

interface ClockMove {
  /** Closed just now, which ended the clock. */
  from: TicketRow
  to: TicketRow
  kind: SlaKind
}

/** What has passed stays counted, and what is broken stays so, by its time. */
export function moveClock(ctx: CompanyContext, clock: Clock, { from, to, kind }: ClockMove) {
  undoKept(ctx, clock)
  const { startedAt } = clock
  const moved = clockRows.moveResult.get(ctx, {
    ticketId: from.id,
    kind: clock.kind,
    startedAt,
    to: to.id,
    toKind: kind,
  })
  const spentMs = spentUntilNow(ctx, clock, hoursOf(ctx, from))
  const runningSince = clock.runningSince === null ? null : ctx.now.getTime()
  const dueAt = moved?.dueAt ?? null
  setClock(ctx, to, { ...clock, ticketId: to.id, kind, spentMs, runningSince, dueAt, endedAt: null })
}

/** Shows the earliest due time of the ticket in lists. Whether it is another one. */
export function showDue(ctx: CompanyContext, ticket: TicketRow) {
  const [first] = listClocks(ctx, ticket.id)
    .filter((clock) => isLive(clock) && clock.dueAt !== null)
    .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
  const dueAt = first?.dueAt ?? null
  if (dueAt === (ticket.dueAt?.getTime() ?? null) && (first?.kind ?? null) === ticket.dueKind) return false
  const due =
    first && dueAt !== null
      ? { dueKind: first.kind, dueAt: new Date(dueAt), dueWarnAt: new Date(first.warnAt ?? dueAt) }
      : undefined
  setTicketDue(ctx, ticket.id, due)
  return true
}
