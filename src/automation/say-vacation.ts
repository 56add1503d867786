import { queueAutomaticText } from '../message/queue-message'
import type { Automaton } from '../message/inbound/run-automata'
import { takeNotice } from '../ticket/ticket-notice'
import { isAutomationPaused } from '../ticket/ticket-automation'
import { companyClock } from './company-clock'

/** From the first to the last day of the connection's vacation: its text once a ticket, and nothing else automatic. */
export const sayVacation: Automaton = (ctx, { ticket, connection }) => {
  const { collectiveVacationMessage, collectiveVacationStart, collectiveVacationEnd } = connection.options
  if (!collectiveVacationMessage || !collectiveVacationStart || !collectiveVacationEnd) return false
  if (ticket.status === 'open' || isAutomationPaused(ticket)) return false
  const { day } = companyClock(ctx)
  if (day < collectiveVacationStart || day > collectiveVacationEnd) return false
  if (takeNotice(ctx, ticket.id, 'vacation', { timesMax: 1 }))
    queueAutomaticText(ctx, ticket, collectiveVacationMessage)
  return true
}
