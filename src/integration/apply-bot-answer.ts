import { recordBotError } from '../bot/bot-errors'
import { findConnectionTexts } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { TicketId } from '../kernel/ids'
import { queueAutomaticFile, queueAutomaticText } from '../message/send/queue-message'
import { findQueue } from '../queue/queue.queries'
import { changeTags } from '../tag/tag-links'
import { listTags } from '../tag/tag.queries'
import { assignPendingTicket } from '../ticket/assignment/assign-pending-ticket'
import { endBotTurn, setBotState, setUseIntegration } from '../ticket/bot-state'
import { finish } from '../ticket/closing/close-ticket'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'
import { findTicketRow, getTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { findUser } from '../user/user.queries'
import type { BotAnswer, BotOrders } from './bot-answer'
import type { Ready } from './fetch-reply-files'
import { IntegrationError } from './integration-error'
import { type IntegrationState, readIntegrationState } from './integration-state'
import { variablesMax } from './webhook/read-webhook-answer'

type ReadyAnswer = Omit<BotAnswer, 'replies'> & { ready: readonly Ready[] }

/** Sends the bot's messages and executes its orders in one transaction. */
export function applyBotAnswer(ctx: CompanyContext, ticket: TicketRow, state: IntegrationState, answer: ReadyAnswer) {
  const { ready, orders, ends, session, problems } = answer
  const variables = { ...state.variables, ...orders.variables }
  const { restarts: _, ...kept } = state
  setBotState(ctx, ticket.id, {
    ...kept,
    firstMessageId: null,
    ...(session === undefined ? {} : { session }),
    variables: Object.fromEntries(Object.entries(variables).slice(-variablesMax)),
  })
  const unsent = ready.flatMap((one) => say(ctx, ticket, one))
  const { handedOver, unknown } = obey(ctx, ticket, orders)
  // One error per kind, because the integration's row shows only the last.
  const found = Map.groupBy([...problems, ...unsent, ...unknown], ({ code }) => code)
  for (const [code, errors] of found) {
    const message = errors.map((error) => error.message).join('; ')
    recordBotError(ctx, { kind: 'integration', ownerId: state.integrationId, ticketId: ticket.id, code, message })
  }
  if (ends || handedOver) endIntegration(ctx, ticket.id)
  if (orders.closeTicket) closeByBot(ctx, ticket.id)
}

function say(ctx: CompanyContext, ticket: TicketRow, one: Ready): IntegrationError[] {
  if ('text' in one) {
    queueAutomaticText(ctx, ticket, one.text, { variables: 'none', delayMs: one.delayMs })
    return []
  }
  const { file, caption, isVoice, delayMs } = one
  const voiceNote = isVoice === true && file.type.startsWith('audio/')
  const sent = queueAutomaticFile(ctx, ticket, file, { caption, voiceNote, delayMs })
  return sent ? [] : [new IntegrationError('mediaFailed', `${file.name} is too large for the channel`)]
}

/** Reports requested actions that the company cannot perform, and performs the others. */
function obey(ctx: CompanyContext, { id, contactId }: TicketRow, { queueId, userId, tagIds = [] }: BotOrders) {
  const unknown: IntegrationError[] = []
  const check = (isKnown: boolean, what: string) => {
    if (!isKnown) unknown.push(new IntegrationError('unknownId', what))
    return isKnown
  }
  const plain = new Set(tagIds.length === 0 ? [] : listTags(ctx, { kanban: false }).map((tag) => tag.id))
  const tags = tagIds.filter((tagId) => check(plain.has(tagId), `tagIds: ${tagId}`))
  if (tags.length > 0) changeTags(ctx, contactId, { add: tags, remove: [] })
  const toQueue = queueId !== undefined && check(findQueue(ctx, queueId) !== undefined, `queueId: ${queueId}`)
  const toUser = userId !== undefined && check(findUser(ctx, userId) !== undefined, `userId: ${userId}`)
  if (toQueue) setTicketQueue(ctx, id, queueId)
  if (toUser) assignPendingTicket(ctx, getTicketRow(ctx, id), userId, { isLogged: true })
  return { handedOver: toQueue || toUser, unknown }
}

export function closeByBot(ctx: CompanyContext, ticketId: TicketId) {
  const closed = finish(ctx, getTicketRow(ctx, ticketId), { farewell: false })
  queueAutomaticText(ctx, closed, findConnectionTexts(ctx, closed.connectionId)?.completion ?? '')
}

/** The ticket waits for an agent. The state is kept, so that no bot starts on it before. */
export function endIntegration(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = findTicketRow(ctx, ticketId)
  const state = readIntegrationState(ticket?.automation ?? null)
  if (!state) return
  setBotState(ctx, ticketId, { ...state, firstMessageId: null, isEnded: true })
  endBotTurn(ctx, ticketId)
  setUseIntegration(ctx, ticketId, false)
}
