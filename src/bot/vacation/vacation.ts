import { queueAutomaticText } from '../../message/send/queue-message'
import { countNotice } from '../../ticket/history/ticket-notice'
import { ticketStatuses } from '../../ticket/ticket-status'
import type { Bot } from '../bot'
import { companyClock } from '../company-clock'

/**
 * From the first to the last day of the connection's vacation: sends its text once per ticket, and nothing else
 * automatic.
 */
export const vacation: Bot = {
  kind: 'vacation',
  statuses: ticketStatuses.filter((status) => status !== 'open'),
  isGate: true,
  ignoresDisableBot: true,
  start(ctx, { ticket, connection }) {
    const { collectiveVacationMessage, collectiveVacationStart, collectiveVacationEnd } = connection.options
    if (!collectiveVacationMessage || !collectiveVacationStart || !collectiveVacationEnd) return 'pass'
    const { day } = companyClock(ctx)
    if (day < collectiveVacationStart || day > collectiveVacationEnd) return 'pass'
    if (countNotice(ctx, ticket.id, 'vacation', { timesMax: 1 })) {
      queueAutomaticText(ctx, ticket, collectiveVacationMessage)
    }
    return 'handled'
  },
}
