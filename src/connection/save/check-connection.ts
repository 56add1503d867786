import { addDays } from '../../kernel/time/calendar-days'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { existingQueueIds, findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import type { ConnectionBody } from '../connection.contract'
import { botErrors } from './check-bots'
import { asksForImport } from '../history/message-import'

const vacationDaysBackMax = 10
/** Two years. */
const importDaysMax = 731

type FieldErrors = Record<string, string>

/**
 * Checks the rules between fields, and between them and the company.
 * @throws Refusal ERR_INVALID_INPUT naming every field, ERR_WAPP_GREETING_REQUIRED
 */
export function checkConnection(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody) {
  const fields = {
    ...queueErrors(ctx, after),
    ...ratingErrors(ctx, after),
    ...redirectErrors(ctx, after),
    ...vacationErrors(ctx, after, before),
    ...inactivityErrors(after),
    ...botErrors(ctx, after, before),
    ...(asksForImport(after, before) ? importErrors(ctx, after) : {}),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  if (new Set(after.queueIds).size > 1 && !after.greetingMessage.trim()) {
    refuse('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'required' } })
  }
}

function queueErrors(ctx: CompanyContext, { queueIds }: ConnectionBody): FieldErrors {
  return existingQueueIds(ctx, queueIds).length < new Set(queueIds).size ? { queueIds: 'unknown' } : {}
}

function ratingErrors(ctx: CompanyContext, { ratingMessage, expiresTicketNPS }: ConnectionBody): FieldErrors {
  if (!isSettingEnabled(ctx, 'userRating')) return {}
  return {
    ...(ratingMessage.trim() ? {} : { ratingMessage: 'required' }),
    ...(expiresTicketNPS > 0 ? {} : { expiresTicketNPS: 'required' }),
  }
}

function redirectErrors(ctx: CompanyContext, { timeSendQueue, sendIdQueue }: ConnectionBody): FieldErrors {
  if (timeSendQueue > 0 && sendIdQueue === null) return { sendIdQueue: 'redirectIncomplete' }
  if (sendIdQueue === null) return {}
  if (timeSendQueue === 0) return { timeSendQueue: 'redirectIncomplete' }
  return findQueue(ctx, sendIdQueue) ? {} : { sendIdQueue: 'unknown' }
}

function vacationErrors(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): FieldErrors {
  const { collectiveVacationMessage, collectiveVacationStart: start, collectiveVacationEnd: end } = after
  if (!collectiveVacationMessage.trim()) return {}
  if (!start || !end) {
    return {
      ...(start ? {} : { collectiveVacationStart: 'required' }),
      ...(end ? {} : { collectiveVacationEnd: 'required' }),
    }
  }
  if (end < start) return { collectiveVacationEnd: 'endBeforeStart' }
  // An unchanged vacation in the past does not prevent other changes.
  const changed = before?.collectiveVacationStart !== start
  return changed && start < earliestVacation(ctx) ? { collectiveVacationStart: 'tooEarly' } : {}
}

function earliestVacation(ctx: CompanyContext) {
  return addDays(localDay(ctx.now, timeZoneOf(ctx)), -vacationDaysBackMax)
}

/** Days are in the company's time zone, both inclusive. */
function importErrors(ctx: CompanyContext, after: ConnectionBody): FieldErrors {
  const { importOldMessages: old, importRecentMessages: recent, queueIdImportMessages: queueId, channel } = after
  if (channel !== 'whatsapp') return { enableImportMessage: 'unavailable' }
  const today = localDay(ctx.now, timeZoneOf(ctx))
  return {
    ...(old === null || old === '' ? { importOldMessages: 'required' } : {}),
    ...(old && old < addDays(today, -importDaysMax) ? { importOldMessages: 'tooEarly' } : {}),
    ...(old && old > today ? { importOldMessages: 'inFuture' } : {}),
    ...(recent && recent > today ? { importRecentMessages: 'inFuture' } : {}),
    ...(recent && old && recent < old ? { importRecentMessages: 'endBeforeStart' } : {}),
    ...(queueId === null ? { queueIdImportMessages: 'required' } : {}),
    ...(queueId !== null && !findQueue(ctx, queueId) ? { queueIdImportMessages: 'unknown' } : {}),
  }
}

function inactivityErrors({ timeInactiveMessage, expiresTicket }: ConnectionBody): FieldErrors {
  return timeInactiveMessage > 0 && expiresTicket === 0 ? { expiresTicket: 'required' } : {}
}
