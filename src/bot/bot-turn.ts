import type { CompanyContext } from '../kernel/company-context'
import { recordEvent } from '../kernel/event-log'
import { cancelJob, enqueueJob, type FreshContext, type WaitingJob } from '../kernel/jobs'
import type { TicketId } from '../kernel/ids'
import type { InboundMessage } from '../message/inbound/inbound-message'
import { listContactMessages } from '../message/message.queries'
import { releaseTicketFromBot, setBotState } from '../ticket/bot-state'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import type { Bot, BotTurn, TurnQuestion, TurnState } from './bot'
import { findOwner } from './run-bots'

declare module '../kernel/jobs' {
  interface JobPayloads {
    /** A bot asks an outside service about the contact's messages. */
    'bot.turn': { ticketId: TicketId }
  }
}

declare module '../kernel/event-log' {
  interface EventPayloads {
    /** An answer arrived too late or not at all, so nothing was sent. */
    'bot.answerDropped': { kind: string; reason: 'superseded' | 'failed' }
  }
}

/** Attempts per turn. */
const attemptsMax = 3
/** Maximum time limit of any turn, in milliseconds. */
const timeLimitMs = 120_000

const jobKey = (ticketId: TicketId) => `bot.turn ${ticketId}`

/**
 * Claims the contact's message for a turn of the bot, in the transaction that stores it. A message that arrives before
 * the service is asked joins the turn. A later one starts the next turn and invalidates the pending answer.
 */
export function takeTurn<State extends TurnState>(
  ctx: CompanyContext,
  { ticket, messageId }: Pick<InboundMessage, 'ticket' | 'messageId'>,
  state: State,
  { debounceMs }: Pick<BotTurn, 'debounceMs'>,
) {
  const firstMessageId = state.firstMessageId ?? messageId
  setBotState(ctx, ticket.id, { ...state, turn: state.turn + 1, firstMessageId })
  const dedupeKey = jobKey(ticket.id)
  cancelJob(ctx, dedupeKey)
  const runAt = new Date(ctx.now.getTime() + debounceMs)
  enqueueJob(ctx, 'bot.turn', { ticketId: ticket.id }, { runAt, dedupeKey })
}

export const botTurnJob: WaitingJob<'bot.turn'> = {
  lane: 'waiting',
  attemptsMax,
  timeLimitMs,
  run: (freshContext, { ticketId }, signal) => runTurn(freshContext, ticketId, signal),
  givenUp(ctx, { ticketId }) {
    const asked = questionOf(ctx, ticketId)
    if (!asked) return
    ctx.transaction(() => {
      noteDropped(ctx, asked.question.ticket, 'failed')
      const fail = asked.turn.fail ?? releaseFromBot
      fail(ctx, asked.question.ticket)
    })
  },
}

async function runTurn(freshContext: FreshContext, ticketId: TicketId, signal: AbortSignal) {
  const asked = questionOf(freshContext(), ticketId)
  if (!asked) return
  const { question, turn } = asked
  const limit = AbortSignal.any([signal, AbortSignal.timeout(turn.timeLimitMs)])
  const answer = await turn.ask(freshContext, question, limit)
  const ctx = freshContext()
  ctx.transaction(() => {
    const present = questionOf(ctx, ticketId)
    if (present?.bot !== asked.bot || present.question.state.turn !== question.state.turn) {
      noteDropped(ctx, question.ticket, 'superseded')
      return
    }
    // Before the bot speaks, so that it may set its own state.
    setBotState(ctx, ticketId, { ...present.question.state, firstMessageId: null })
    turn.apply(ctx, present.question, answer)
  })
}

interface Asked {
  bot: Bot
  turn: BotTurn
  question: TurnQuestion
}

/** Returns what to ask now; undefined when the bot no longer owns the ticket or no message is pending. */
function questionOf(ctx: CompanyContext, ticketId: TicketId): Asked | undefined {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket) return undefined
  const bot = findOwner(ctx, ticket)
  if (!bot?.turn || !bot.statuses.includes(ticket.status)) return undefined
  const state = ticket.automation as TurnState
  if (state.firstMessageId === null) return undefined
  const messages = listContactMessages(ctx, ticketId, state.firstMessageId)
  return { bot, turn: bot.turn, question: { ticket, state, messages } }
}

function noteDropped(ctx: CompanyContext, { id, contactId, automation }: TicketRow, reason: 'superseded' | 'failed') {
  const kind = automation?.kind ?? ''
  recordEvent(ctx, 'bot.answerDropped', { ticketId: id, contactId }, { kind, reason })
  ctx.company.services.log.info('A bot’s answer was dropped', { company: ctx.company.id, ticket: id, kind, reason })
}

function releaseFromBot(ctx: CompanyContext, { id }: TicketRow) {
  releaseTicketFromBot(ctx, id)
}
