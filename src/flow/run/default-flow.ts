import { companyClock } from '../../bot/company-clock'
import { optionsOf } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { isFirstTicket } from '../../ticket/opening/first-ticket'
import { lastNoticeAtMs } from '../../ticket/history/ticket-notice'
import { findFlow, type FlowRow } from './find-flow'
import type { FlowTrigger } from './flow-run.tables'

interface DefaultFlow {
  flow: FlowRow
  trigger: Extract<FlowTrigger, 'scheduled' | 'welcome' | 'notPhrase'>
}

export function findDefaultFlow(ctx: CompanyContext, message: InboundMessage): DefaultFlow | undefined {
  if (!isBeginning(ctx, message)) return undefined
  const { flowIdWelcome, flowIdNotPhrase, flowIdsScheduled } = optionsOf(message.connection)
  const scheduled = flowIdsScheduled
    .map((id) => findActive(ctx, id))
    .find((flow) => flow?.scheduledTimeRun && covers(flow.scheduledTimeRun, companyClock(ctx).time))
  if (scheduled) return { flow: scheduled, trigger: 'scheduled' }
  const isWelcome = message.change !== 'reopened' && isFirstTicket(ctx, message.ticket)
  const flow = findActive(ctx, isWelcome ? flowIdWelcome : flowIdNotPhrase)
  return flow && { flow, trigger: isWelcome ? 'welcome' : 'notPhrase' }
}

/** The first message of a new ticket, or the next one when a gate stopped that. */
function isBeginning(ctx: CompanyContext, { change, ticket }: InboundMessage) {
  if (change !== 'existing') return true
  return (['outOfHours', 'vacation', 'audioRefused'] as const).some(
    (kind) => lastNoticeAtMs(ctx, ticket.id, kind) !== undefined,
  )
}

function findActive(ctx: CompanyContext, id: number | null): FlowRow | undefined {
  const flow = id === null ? undefined : findFlow(ctx, id)
  return flow?.active ? flow : undefined
}

/** Whether `HH:mm-HH:mm` covers the time. Both bounds belong to it, and it may cross midnight. */
function covers(range: string, time: string): boolean {
  const [from = '', until = ''] = range.split('-')
  return from <= until ? from <= time && time <= until : from <= time || time <= until
}
