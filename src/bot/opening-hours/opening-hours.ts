import { type Connection, findConnection, optionsOf } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { minuteMs } from '../../kernel/time/durations.contract'
import { queueAutomaticText } from '../../message/send/queue-message'
import { getHolidays } from '../../queue/holiday/holiday.record'
import { getCompanySchedule } from '../../queue/hours/company-schedule'
import { isOpenAt } from '../../queue/hours/opening-hours'
import { findQueue } from '../../queue/queue.queries'
import type { DaySchedule } from '../../queue/hours/opening-hours.contract'
import { getSettings } from '../../setting/setting.queries'
import { countNotice } from '../../ticket/history/ticket-notice'
import type { TicketRow } from '../../ticket/ticket.queries'
import type { Bot } from '../bot'
import { companyClock } from '../../kernel/time/time-zone'

const pauseMs = 5 * minuteMs

interface Hours {
  schedules: readonly DaySchedule[]
  text: string
}

export const openingHours: Bot = {
  kind: 'openingHours',
  statuses: ['pending'],
  isGate: true,
  ignoresDisableBot: true,
  stops: (ctx, { ticket, connection }) => closedHours(ctx, ticket, connection) !== undefined,
  start: (ctx, { ticket, connection }) => (sendOutOfHoursText(ctx, ticket, connection) ? 'handled' : 'pass'),
}

export function sendOutOfHoursText(ctx: CompanyContext, ticket: TicketRow, connection: Connection): boolean {
  const hours = closedHours(ctx, ticket, connection)
  if (!hours) return false
  const text = hours.text.trim() || connection.outOfHoursMessage.trim()
  const timesMax = optionsOf(connection).maxUseBotQueues
  if (text && countNotice(ctx, ticket.id, 'outOfHours', { timesMax, pauseMs })) queueAutomaticText(ctx, ticket, text)
  return true
}

function closedHours(ctx: CompanyContext, ticket: TicketRow, connection: Connection): Hours | undefined {
  const hours = findHours(ctx, ticket, connection)
  return hours && !isOpenAt(hours.schedules, companyClock(ctx), getHolidays(ctx)) ? hours : undefined
}

type Place = Pick<TicketRow, 'queueId' | 'connectionId'>

/** Without opening hours there are none, which is always open. */
export function schedulesFor(ctx: CompanyContext, ticket: Place): readonly DaySchedule[] {
  const connection = ticket.connectionId === null ? undefined : findConnection(ctx, ticket.connectionId)
  return (connection && findHours(ctx, ticket, connection)?.schedules) ?? []
}

/** Of the company, connection or queue, as configured. */
function findHours(ctx: CompanyContext, ticket: Pick<Place, 'queueId'>, connection: Connection): Hours | undefined {
  switch (getSettings(ctx).scheduleType) {
    case 'company': {
      const { schedules, messageOutOfHour } = getCompanySchedule(ctx)
      return { schedules, text: messageOutOfHour }
    }
    case 'connection':
      return { schedules: connection.schedules, text: connection.outOfHoursMessage }
    case 'queue': {
      const queue = ticket.queueId === null ? undefined : findQueue(ctx, ticket.queueId)
      return queue && { schedules: queue.schedules, text: queue.outOfHoursMessage }
    }
    default:
      return undefined
  }
}
