import type { Bot } from '../../bot/bot'
import { chosenNumber } from '../../bot/chosen-number'
import type { ReadContent } from '../../message/inbound/inbound-content'
import { releaseTicketFromBot } from '../../ticket/bot-state'
import { countNotice, lastNoticeAtMs } from '../../ticket/history/ticket-notice'
import type { Answer } from './read-answer'
import { answerFlow, endFlow, leavesFlow, findOwnRun, flowKind, mayContinue, startFlow } from './flow-run'
import { findPhraseFlow } from '../phrase/phrase-index'
import { companyClock } from '../../kernel/time/time-zone'
import { optionsOf } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { isFirstTicket } from '../../ticket/ticket.queries'
import { findFlow, type FlowRow } from './find-flow'
import type { FlowTrigger } from './flow-run.tables'

interface DefaultFlow {
  flow: FlowRow
  trigger: Extract<FlowTrigger, 'scheduled' | 'welcome' | 'notPhrase'>
}

export const phraseFlow: Bot = {
  kind: 'flowPhrase',
  statuses: ['pending'],
  isGate: true,
  plan: 'useIntegrations',
  start(ctx, message) {
    const { ticket, connection, content } = message
    const flow = content.mediaType === null ? findPhraseFlow(ctx, content.body, connection.id) : undefined
    if (!flow || startFlow(ctx, ticket, flow, { trigger: 'phrase', firstMessageId: message.messageId }) === undefined)
      return 'pass'
    return 'handled'
  },
}

/** Starts as the connection's scheduled, welcome or not-phrase flow. */
export const flow: Bot = {
  kind: flowKind,
  statuses: ['pending'],
  // Users start flows for contacts whose bot is off.
  ignoresDisableBot: true,
  start(ctx, message) {
    const { ticket, contact } = message
    if (contact.disableBot || ticket.userId !== null || !ctx.plan.useIntegrations) return 'pass'
    const found = findDefaultFlow(ctx, message)
    if (!found || !countNotice(ctx, ticket.id, 'defaultFlow', { timesMax: 1 })) return 'pass'
    const { trigger } = found
    const isStarted = startFlow(ctx, ticket, found.flow, { trigger, firstMessageId: message.messageId }) !== undefined
    return isStarted ? 'handled' : 'pass'
  },
  recordOf(ctx, ticket) {
    const run = findOwnRun(ctx, ticket)
    return run && { kind: 'flow', id: run.flowId }
  },
  claims(ctx, { ticket, content }) {
    const run = findOwnRun(ctx, ticket)
    if (run?.waiting !== 'answer' || !mayContinue(ctx, ticket, run)) return 'none'
    if (leavesFlow(ctx, run, answerOf(content).text)) return 'leave'
    // After the last try it asks nothing anymore, and still takes what fits.
    return ticket.isBot || chosenNumber(content) !== undefined ? 'answer' : 'none'
  },
  resume(ctx, { ticket, content }) {
    const run = findOwnRun(ctx, ticket)
    if (!run) {
      releaseTicketFromBot(ctx, ticket.id)
      return 'pass'
    }
    if (!mayContinue(ctx, ticket, run)) {
      endFlow(ctx, ticket)
      return 'pass'
    }
    answerFlow(ctx, run, answerOf(content))
    return 'handled'
  },
}

/** Pictures and recordings have no name on most channels; their kind takes its place. */
function answerOf({ body, mediaType, data }: ReadContent): Answer {
  const { file, location, answers: fields } = data ?? {}
  const place = location ? `${location.latitude}, ${location.longitude}` : ''
  return { text: body || place, fields, ...(file && { file: file.name || `${mediaType}.${extensionOf(file.type)}` }) }
}

/** `image/jpeg` as `jpeg`. */
const extensionOf = (type: string) => /^[^/]*\/([a-z0-9]{1,10})/.exec(type)?.[1] ?? 'bin'

function findDefaultFlow(ctx: CompanyContext, message: InboundMessage): DefaultFlow | undefined {
  const { flowIdWelcome, flowIdNotPhrase, flowIdsScheduled } = optionsOf(message.connection)
  const hasFlows = flowIdWelcome !== null || flowIdNotPhrase !== null || flowIdsScheduled.length > 0
  if (!hasFlows || !isBeginning(ctx, message)) return undefined
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

/** `HH:mm-HH:mm`, inclusive; may cross midnight. */
function covers(range: string, time: string): boolean {
  const [from = '', until = ''] = range.split('-')
  return from <= until ? from <= time && time <= until : from <= time || time <= until
}
