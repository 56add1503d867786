import { findConnection } from '../connection/connection.queries'
import { cachedPerCompany } from '../kernel/company/cached-per-company'
import type { CompanyContext } from '../kernel/company/company-context'
import { minuteMs } from '../kernel/time/durations.contract'
import { timeZoneOf } from '../kernel/time/time-zone'
import { getHolidays } from '../queue/holiday/holiday.record'
import { getCompanySchedule } from '../queue/hours/company-schedule'
import { workingHours, type WorkingHours } from '../queue/hours/working-time'
import { listQueues } from '../queue/queue.queries'
import { hasTargets, type QueueSla, type SlaKind } from '../queue/sla/queue-sla.contract'
import type { TicketRow } from '../ticket/ticket.queries'
import type { DaySchedule } from '../queue/hours/opening-hours.contract'

interface Promises {
  byQueue: ReadonlyMap<number, { sla: QueueSla; schedules: readonly DaySchedule[] }>
  /** By what they are of and the time zone. */
  hours: Map<string, WorkingHours>
}

/** Cached, because every message needs them. */
const companyPromises = cachedPerCompany((ctx): Promises => {
  const byQueue = new Map<number, { sla: QueueSla; schedules: readonly DaySchedule[] }>()
  for (const { id, sla, schedules } of listQueues(ctx)) if (sla && hasTargets(sla)) byQueue.set(id, { sla, schedules })
  return { byQueue, hours: new Map() }
})

export const forgetPromises = companyPromises.forget

export const hasPromises = (ctx: CompanyContext) => companyPromises.get(ctx).byQueue.size > 0

export const usesConnectionHours = (ctx: CompanyContext) =>
  companyPromises
    .get(ctx)
    .byQueue.values()
    .some(({ sla }) => sla.hours === 'connection')

type Place = Pick<TicketRow, 'queueId' | 'connectionId'>

export function targetOf(ctx: CompanyContext, { queueId, priority }: TicketRow, kind: SlaKind) {
  const targets = companyPromises.get(ctx).byQueue.get(queueId ?? 0)?.sla[priority]
  const minutes = targets?.[kind] ?? null
  if (!targets || minutes === null) return null
  const targetMs = minutes * minuteMs
  return { targetMs, warnMs: targets.warnBefore === null ? targetMs / 5 : targets.warnBefore * minuteMs }
}

/** The hours in which time passes for tickets of the queue. */
export function hoursOf(ctx: CompanyContext, { queueId, connectionId }: Place): WorkingHours {
  const { byQueue, hours } = companyPromises.get(ctx)
  const queue = byQueue.get(queueId ?? 0)
  const source = queue?.sla.hours ?? 'always'
  const timeZone = timeZoneOf(ctx)
  const of = source === 'queue' ? queueId : source === 'connection' ? connectionId : ''
  const key = `${source} ${of} ${timeZone}`
  const found = hours.get(key)
  if (found) return found
  const made = workingHours(schedulesOf(), getHolidays(ctx), timeZone)
  hours.set(key, made)
  return made

  function schedulesOf(): readonly DaySchedule[] {
    if (source === 'company') return getCompanySchedule(ctx).schedules
    if (source === 'queue') return queue?.schedules ?? []
    if (source === 'connection' && connectionId !== null) return findConnection(ctx, connectionId)?.schedules ?? []
    return []
  }
}
