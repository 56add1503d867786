import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { oneBatch } from '../../kernel/company/batches'
import type { TicketId } from '../../kernel/ids'
import { cancelJob, enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { weekdays } from '../../kernel/time/calendar-days'
import { timeZoneOf, zonedTime } from '../../kernel/time/time-zone'
import { findActiveRule } from '../active-rules'
import { presentFacts } from '../judge/present-facts'
import { findTicketFacts } from '../judge/rule-facts.view'
import { planRun } from '../run/plan-run'
import type { Trigger } from '../rule.contract'
import { listUnresolvedTickets } from './unresolved-tickets.view'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'rule.hour': { ruleId: number }
    /** Tickets after this one are judged, in batches. `at`: ms since 1970 of the hour. */
    'rule.sweep': { ruleId: number; at: number; after: TicketId }
  }
}

const keyOf = (ruleId: number) => `rule.hour ${ruleId}`

/** The rule was saved, or switched on or off. */
export function planHour(ctx: CompanyContext, ruleId: number) {
  const rule = findActiveRule(ctx, ruleId)
  const dedupeKey = keyOf(ruleId)
  cancelJob(ctx, dedupeKey)
  if (rule?.trigger.kind !== 'hour') return
  enqueueJob(ctx, 'rule.hour', { ruleId }, { runAt: nextHour(ctx, rule.trigger, ctx.now), dedupeKey })
}

const nextHour = (ctx: CompanyContext, trigger: Trigger, after: Date) => {
  const [next] = hoursOf(trigger, timeZoneOf(ctx), { after, days: 8 })
  return next ?? after
}

/** The one that is due, also if the job runs late or again. */
function lastHour(ctx: CompanyContext, trigger: Trigger) {
  const passed = hoursOf(trigger, timeZoneOf(ctx), { after: addMs(ctx.now, -8 * dayMs), days: 10 })
  return passed.findLast((at) => at <= ctx.now)?.getTime() ?? ctx.now.getTime()
}

/** In the company's local time, whatever the offset; a skipped time moves by the gap. */
export function hoursOf(
  { weekdays: days, time }: Trigger,
  zone: string,
  { after, days: ahead }: { after: Date; days: number },
) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const first = zonedTime(after, zone).toPlainDate()
  const found: Date[] = []
  for (let day = 0; day < ahead; day++) {
    const date = first.add({ days: day })
    const at = date.toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } }).epochMilliseconds
    const weekday = weekdays[date.dayOfWeek - 1]
    if (at > after.getTime() && weekday && days.includes(weekday)) found.push(new Date(at))
  }
  return found
}

export const ruleHourJob: LocalJob<'rule.hour'> = {
  attemptsMax: 5,
  run(ctx, { ruleId }) {
    const rule = findActiveRule(ctx, ruleId)
    if (rule?.trigger.kind !== 'hour') return undefined
    sweep(ctx, ruleId, lastHour(ctx, rule.trigger), 0)
    return nextHour(ctx, rule.trigger, ctx.now)
  },
}

export const ruleSweepJob: LocalJob<'rule.sweep'> = {
  attemptsMax: 5,
  run: (given, { ruleId, at, after }) => judgeSome(asSystem(given), ruleId, at, after),
}

/** A batch in a loop of jobs must not keep other work waiting. */
const sweepMs = 5

function judgeSome(ctx: CompanyContext, ruleId: number, at: number, after: TicketId) {
  const rule = findActiveRule(ctx, ruleId)
  if (!rule) return
  oneBatch<TicketId>(ctx, {
    next: (last = after) => listUnresolvedTickets(ctx, last, 500),
    work(ticketId) {
      const ticket = findTicketFacts(ctx, ticketId)
      if (ticket && rule.isMet(presentFacts(ctx, ticket))) planRun(ctx, rule, { ticketId, cause: `hour ${at}` }, 0)
    },
    pace: sweepMs,
    noted({ last, isMore }) {
      if (isMore && last !== undefined) sweep(ctx, ruleId, at, last)
    },
  })
}

function sweep(ctx: CompanyContext, ruleId: number, at: number, after: TicketId) {
  const dedupeKey = `rule.sweep ${ruleId} ${at} ${after}`
  ctx.transaction(() => enqueueJob(ctx, 'rule.sweep', { ruleId, at, after }, { dedupeKey }))
}
