import { addDays } from '../../kernel/time/calendar-days'
import type { ConnectionBody } from '../connection.contract'

const vacationDaysBackMax = 10
const importDaysMax = 731

const importFields = [
  ...(['enableImportMessage', 'importOldMessages', 'importRecentMessages'] as const),
  ...(['importOldMessagesGroups', 'closedTicketsPostImported', 'queueIdImportMessages'] as const),
] as const

type Imported = Pick<ConnectionBody, (typeof importFields)[number]>
type Ruled = Imported &
  Pick<
    ConnectionBody,
    | 'ratingMessage'
    | 'expiresTicketNPS'
    | 'timeSendQueue'
    | 'sendIdQueue'
    | 'collectiveVacationMessage'
    | 'collectiveVacationStart'
    | 'collectiveVacationEnd'
    | 'timeInactiveMessage'
    | 'expiresTicket'
  >

type FieldErrors = Record<string, string>

export interface ConnectionFacts {
  rates: boolean
  today: string
  before?: Partial<Ruled> | undefined
}

export function connectionErrors(after: Ruled, facts: ConnectionFacts): FieldErrors {
  return {
    ...ratingErrors(after, facts),
    ...redirectErrors(after),
    ...vacationErrors(after, facts),
    ...(after.timeInactiveMessage > 0 && after.expiresTicket === 0 ? { expiresTicket: 'required' } : {}),
    ...(asksForImport(after, facts.before) ? importErrors(after, facts) : {}),
  }
}

export function asksForImport(after: Imported, before?: Partial<Imported>) {
  return after.enableImportMessage && importFields.some((field) => (after[field] || null) !== (before?.[field] || null))
}

function ratingErrors({ ratingMessage, expiresTicketNPS }: Ruled, { rates }: ConnectionFacts): FieldErrors {
  if (!rates) return {}
  return {
    ...(ratingMessage.trim() ? {} : { ratingMessage: 'required' }),
    ...(expiresTicketNPS > 0 ? {} : { expiresTicketNPS: 'required' }),
  }
}

function redirectErrors({ timeSendQueue, sendIdQueue }: Ruled): FieldErrors {
  if (timeSendQueue > 0 && sendIdQueue === null) return { sendIdQueue: 'redirectIncomplete' }
  return timeSendQueue === 0 && sendIdQueue !== null ? { timeSendQueue: 'redirectTimeMissing' } : {}
}

function vacationErrors(after: Ruled, { before, today }: ConnectionFacts): FieldErrors {
  const { collectiveVacationMessage, collectiveVacationStart: start, collectiveVacationEnd: end } = after
  if (!collectiveVacationMessage.trim()) return {}
  if (!start || !end) {
    return {
      ...(start ? {} : { collectiveVacationStart: 'required' }),
      ...(end ? {} : { collectiveVacationEnd: 'required' }),
    }
  }
  if (end < start) return { collectiveVacationEnd: 'endBeforeStart' }
  // A past vacation does not prevent other changes.
  const changed = before?.collectiveVacationStart !== start
  return changed && start < addDays(today, -vacationDaysBackMax) ? { collectiveVacationStart: 'tooEarly' } : {}
}

/** Days are in the company's time zone, both inclusive. */
function importErrors(after: Ruled, { today }: ConnectionFacts): FieldErrors {
  const { importOldMessages: old, importRecentMessages: recent, queueIdImportMessages: queueId } = after
  return {
    ...(old ? {} : { importOldMessages: 'required' }),
    ...(old && old < addDays(today, -importDaysMax) ? { importOldMessages: 'tooEarly' } : {}),
    ...(old && old > today ? { importOldMessages: 'inFuture' } : {}),
    ...(recent && recent > today ? { importRecentMessages: 'inFuture' } : {}),
    ...(recent && old && recent < old ? { importRecentMessages: 'endBeforeStart' } : {}),
    ...(queueId === null ? { queueIdImportMessages: 'required' } : {}),
  }
}
