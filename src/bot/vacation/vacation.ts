import type { CompanyContext } from '../../kernel/company/company-context'
import type { InboundConnection } from '../../message/inbound/inbound-message'
import { queueAutomaticText } from '../../message/send/queue-message'
import { countNotice } from '../../ticket/history/ticket-notice'
import { ticketStatuses } from '../../ticket/ticket-status'
import type { Bot } from '../bot'
import { companyClock } from '../../kernel/time/time-zone'

/** One text per ticket. Answers to an earlier rating or consent are read. */
export const vacation: Bot = {
  kind: 'vacation',
  statuses: ticketStatuses.filter((status) => status !== 'open'),
  isGate: true,
  ignoresDisableBot: true,
  stops: (ctx, { connection }) => isOnVacation(ctx, connection),
  start(ctx, { ticket, connection }) {
    const text = vacationText(ctx, connection)
    if (text === undefined) return 'pass'
    if (countNotice(ctx, ticket.id, 'vacation', { timesMax: 1 })) queueAutomaticText(ctx, ticket, text)
    return 'handled'
  },
}

export const isOnVacation = (ctx: CompanyContext, connection: InboundConnection) =>
  vacationText(ctx, connection) !== undefined

function vacationText(ctx: CompanyContext, { options }: InboundConnection): string | undefined {
  const { collectiveVacationMessage, collectiveVacationStart, collectiveVacationEnd } = options
  if (!collectiveVacationMessage || !collectiveVacationStart || !collectiveVacationEnd) return undefined
  const { day } = companyClock(ctx)
  return collectiveVacationStart <= day && day <= collectiveVacationEnd ? collectiveVacationMessage : undefined
}
