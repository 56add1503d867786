import { addDays } from '../kernel/calendar-days'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { localDay, timeZoneOf } from '../kernel/time-zone'
import { existingQueueIds, findQueue } from '../queue/queue.queries'
import { isSettingEnabled } from '../setting/setting.queries'
import type { ConnectionBody } from './connection.contract'

const vacationDaysBackMax = 10

type Faults = Record<string, string>

/**
 * The rules that hold between a connection's fields, and between them and the company.
 * @throws Refusal ERR_INVALID_INPUT naming every field, ERR_WAPP_GREETING_REQUIRED
 */
export function checkConnection(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody) {
  const fields = {
    ...faultyQueues(ctx, after),
    ...faultyRating(ctx, after),
    ...faultyRedirect(ctx, after),
    ...faultyVacation(ctx, after, before),
    ...faultyInactivity(after),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  if (new Set(after.queueIds).size > 1 && !after.greetingMessage.trim()) {
    refuse('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'required' } })
  }
}

function faultyQueues(ctx: CompanyContext, { queueIds }: ConnectionBody): Faults {
  return existingQueueIds(ctx, queueIds).length < new Set(queueIds).size ? { queueIds: 'unknown' } : {}
}

function faultyRating(ctx: CompanyContext, { ratingMessage, expiresTicketNPS }: ConnectionBody): Faults {
  if (!isSettingEnabled(ctx, 'userRating')) return {}
  return {
    ...(ratingMessage.trim() ? {} : { ratingMessage: 'required' }),
    ...(expiresTicketNPS > 0 ? {} : { expiresTicketNPS: 'required' }),
  }
}

/** A redirect needs both its time and its queue. */
function faultyRedirect(ctx: CompanyContext, { timeSendQueue, sendIdQueue }: ConnectionBody): Faults {
  if (timeSendQueue > 0 && sendIdQueue === null) return { sendIdQueue: 'redirectIncomplete' }
  if (sendIdQueue === null) return {}
  if (timeSendQueue === 0) return { timeSendQueue: 'redirectIncomplete' }
  return findQueue(ctx, sendIdQueue) ? {} : { sendIdQueue: 'unknown' }
}

function faultyVacation(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): Faults {
  const { collectiveVacationMessage, collectiveVacationStart: start, collectiveVacationEnd: end } = after
  if (!collectiveVacationMessage.trim()) return {}
  if (!start || !end) {
    return {
      ...(start ? {} : { collectiveVacationStart: 'required' }),
      ...(end ? {} : { collectiveVacationEnd: 'required' }),
    }
  }
  if (end < start) return { collectiveVacationEnd: 'endBeforeStart' }
  // A vacation that has passed since it was set does not stand in the way of other changes.
  const changed = before?.collectiveVacationStart !== start
  return changed && start < earliestVacation(ctx) ? { collectiveVacationStart: 'tooEarly' } : {}
}

function earliestVacation(ctx: CompanyContext) {
  return addDays(localDay(ctx.now, timeZoneOf(ctx)), -vacationDaysBackMax)
}

function faultyInactivity({ timeInactiveMessage, expiresTicket }: ConnectionBody): Faults {
  return timeInactiveMessage > 0 && expiresTicket === 0 ? { expiresTicket: 'required' } : {}
}
