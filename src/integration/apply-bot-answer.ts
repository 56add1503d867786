import { recordBotError } from '../bot/bot-errors'
import { routeWaiting } from '../bot/ticket-timers/route-ticket'
import { findConnectionTexts } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { TicketId } from '../kernel/ids'
import { queueAutomaticFile, queueAutomaticText } from '../message/send/queue-message'
import { changeTags } from '../tag/tag-links'
import { assignPendingTicket } from '../ticket/assignment/assign-pending-ticket'
import { endBotTurn, setBotState, setUseIntegration } from '../ticket/bot-state'
import { finish } from '../ticket/closing/close-ticket'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'
import { assignmentOf } from '../ticket/ticket.policy'
import { findTicketRow, getTicketRow, type TicketRow } from '../ticket/ticket.queries'
import type { BotAnswer, BotActions } from './bot-answer'
import type { Ready } from './fetch-reply-files'
import { IntegrationError } from './integration-error'
import type { IntegrationState } from './integration-state'
import { variablesMax } from './webhook/read-webhook-answer'
import { findQueue } from '../queue/queue.queries'
import { listTags } from '../tag/tag.queries'
import { findUser } from '../user/user.queries'

type ReadyAnswer = Omit<BotAnswer, 'replies'> & { ready: readonly Ready[] }

export function applyBotAnswer(ctx: CompanyContext, ticket: TicketRow, state: IntegrationState, answer: ReadyAnswer) {
  const { ready, actions, ends, session, problems } = answer
  const variables = { ...state.variables, ...actions.variables }
  const { restarts: _, opens: __, ...kept } = state
  setBotState(ctx, ticket.id, {
    ...kept,
    firstMessageId: null,
    ...(session === undefined ? {} : { session }),
    variables: Object.fromEntries(Object.entries(variables).slice(-variablesMax)),
  })
  const unsent = ready.flatMap((one) => sendReply(ctx, ticket, one))
  const { handedOver, unknown } = executeActions(ctx, ticket, actions)
  // The row shows only the last.
  const found = Map.groupBy([...problems, ...unsent, ...unknown], ({ code }) => code)
  for (const [code, errors] of found) {
    const message = errors.map((error) => error.message).join('; ')
    recordBotError(ctx, { kind: 'integration', ownerId: state.integrationId, ticketId: ticket.id, code, message })
  }
  if (ends || handedOver) endIntegration(ctx, ticket.id)
  if (actions.closeTicket) closeByBot(ctx, ticket.id)
}

function sendReply(ctx: CompanyContext, ticket: TicketRow, one: Ready): IntegrationError[] {
  if ('text' in one) {
    queueAutomaticText(ctx, ticket, one.text, { variables: 'none', delayMs: one.delayMs })
    return []
  }
  const { file, caption, isVoice, delayMs } = one
  const voiceNote = isVoice === true && file.type.startsWith('audio/')
  const sent = queueAutomaticFile(ctx, ticket, file, { caption, voiceNote, delayMs })
  return sent ? [] : [new IntegrationError('mediaFailed', `${file.name} is too large for the channel`)]
}

/** Reports those that it cannot perform. */
function executeActions(ctx: CompanyContext, { id, contactId }: TicketRow, actions: BotActions) {
  const { known, unknown } = checkActions(ctx, actions)
  const { queueId, userId, tagIds = [] } = known
  if (tagIds.length > 0) changeTags(ctx, contactId, { add: [...tagIds], remove: [] })
  if (queueId !== undefined) setTicketQueue(ctx, id, queueId)
  if (userId !== undefined) assignPendingTicket(ctx, getTicketRow(ctx, id), userId, { isLogged: true })
  return { handedOver: queueId !== undefined || userId !== undefined, unknown }
}

export function closeByBot(ctx: CompanyContext, ticketId: TicketId) {
  const closed = finish(ctx, getTicketRow(ctx, ticketId), { farewell: false })
  queueAutomaticText(ctx, closed, findConnectionTexts(ctx, closed.connectionId)?.completion ?? '')
}

/** The ticket waits for an agent. The state is kept, so that no bot starts on it before. */
export function endIntegration(ctx: CompanyContext, ticketId: TicketId) {
  const state = findTicketRow(ctx, ticketId)?.automation
  if (state?.kind !== 'integration') return
  setBotState(ctx, ticketId, { ...state, firstMessageId: null, isEnded: true })
  endBotTurn(ctx, ticketId)
  setUseIntegration(ctx, ticketId, false)
  routeWaiting(ctx, ticketId, assignmentOf(getTicketRow(ctx, ticketId)), { hasEntered: true })
}

export function checkActions(ctx: CompanyContext, { queueId, userId, tagIds = [], ...others }: BotActions) {
  const unknown: IntegrationError[] = []
  const check = (isKnown: boolean, what: string) => {
    if (!isKnown) unknown.push(new IntegrationError('unknownId', what))
    return isKnown
  }
  const plain = new Set(tagIds.length === 0 ? [] : listTags(ctx, { kanban: false }).map((tag) => tag.id))
  const tags = tagIds.filter((tagId) => check(plain.has(tagId), `tagIds: ${tagId}`))
  const hasQueue = queueId !== undefined && check(findQueue(ctx, queueId) !== undefined, `queueId: ${queueId}`)
  const hasUser = userId !== undefined && check(findUser(ctx, userId) !== undefined, `userId: ${userId}`)
  const known: BotActions = { ...others, tagIds: tags, ...(hasQueue && { queueId }), ...(hasUser && { userId }) }
  return { known, unknown }
}
