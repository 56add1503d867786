import { botTexts } from '../../bot/bot-texts'
import { recordBotError } from '../../bot/bot-errors'
import { routeWaiting } from '../../bot/ticket-timers/route-ticket'
import { enterChosenQueue, unanswered } from '../../bot/queue-menu/enter-queue'
import { findConnection } from '../../connection/connection.queries'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import type { QueueId } from '../../kernel/ids'
import { listTicketMessages } from '../../message/message.queries'
import { composeMessages } from '../../message/compose/compose-messages'
import { queueMessages } from '../../message/send/queue-message'
import { findQueue } from '../../queue/queue.queries'
import type { BotClaim, TurnState } from '../../bot/bot'
import { endBotTurn, setBotState } from '../../ticket/bot-state'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { assignmentOf } from '../../ticket/ticket.policy'
import { getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { AiError } from '../ai-error'
import type { UsageOwner } from '../ai-usage'

/** Messages within the debounce time are answered together. */
export const aiTurnTimes = { debounceMs: 2_000, timeLimitMs: 110_000 }

export interface AiBotState extends TurnState {
  handedOver?: boolean
}

const historyMax = 50

export function handOverToQueue(
  ctx: CompanyContext,
  { id }: Pick<TicketRow, 'id'>,
  { queueId, reason = '', isSilent }: { queueId: QueueId | null; reason?: string; isSilent?: boolean },
) {
  const before = getTicketRow(ctx, id)
  // So that no bot starts on it before an agent takes it.
  const state = aiStateOf(before)
  if (state) setBotState(ctx, id, { ...state, firstMessageId: null, handedOver: true })
  endBotTurn(ctx, id)
  if (reason !== '') addNote(ctx, before, `${botTexts(ctx).handedOver} ${reason}`)
  const target = queueId !== null && findQueue(ctx, queueId) ? queueId : before.queueId
  const ticket = setTicketQueue(ctx, id, target)
  // A change of the queue has looked for an agent already.
  if (target === before.queueId) routeWaiting(ctx, id, assignmentOf(ticket), { hasEntered: true })
  const connection = ticket.connectionId === null ? undefined : findConnection(ctx, ticket.connectionId)
  if (!connection || target === null) return
  const question = listTicketMessages(ctx, id, historyMax).findLast(({ fromMe }) => !fromMe)
  const words = question ? unanswered(question.id) : {}
  enterChosenQueue(ctx, ticket, connection, { ...words, isGreeted: isSilent })
}

export function aiStateOf({ automation }: Pick<TicketRow, 'automation'>) {
  return automation?.kind === 'prompt' || automation?.kind === 'agent' ? automation : undefined
}

/** An AI that owns a ticket answers whatever the contact writes, until it hands over. */
export function claimOfAi(ticket: Pick<TicketRow, 'status' | 'automation'>): BotClaim {
  const state = ticket.status === 'pending' ? aiStateOf(ticket) : undefined
  return state && !state.handedOver ? 'answer' : 'none'
}

/** Shows admins why a prompt or agent gave no answer. A provider has no row that could show it. */
export function noteAiFailure(
  ctx: CompanyContext,
  owner: UsageOwner,
  ticketId: TicketRow['id'] | null,
  error: unknown,
) {
  if (owner.kind === 'provider') return
  const failure =
    error instanceof AiError
      ? { code: error.code, message: error.providerMessage }
      : { code: 'failed', message: String(error) }
  recordBotError(ctx, { kind: owner.kind, ownerId: owner.id, ticketId, ...failure })
}

function addNote(ctx: CompanyContext, ticket: TicketRow, text: string) {
  const system = asSystem(ctx)
  queueMessages(system, ticket, composeMessages(system, ticket, { texts: [text] }, { isPrivate: true }))
}
