import { type StageFile, withStagedFiles } from '../kernel/file/media-store'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import { cancelJob, enqueueJob, type FreshContext, type WaitingJob } from '../kernel/job/jobs'
import type { TicketId } from '../kernel/ids'
import { retryAfterMs } from '../kernel/outgoing/outgoing-error'
import { addMs } from '../kernel/time/clock'
import type { InboundMessage } from '../message/inbound/inbound-message'
import { findMessageRow, listContactMessages } from '../message/message.queries'
import { withCause } from '../message/trace/message-cause'
import { recordStep } from '../message/trace/record-step'
import { releaseTicketFromBot, setBotState } from '../ticket/bot-state'
import type { BotState } from '../ticket/bot-state.contract'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import type { Bot, BotTurn, TurnKind, TurnQuestion } from './bot'
import { findOwner } from './run-bots'
import type { ChatState } from '../channel/channel'
import { setTyping } from '../connection/running/connection-channel'
import { findContactAddress } from '../contact/identity/contact-address'
import { findContactRow } from '../contact/contact.queries'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'bot.turn': { ticketId: TicketId }
  }
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'bot.answerDropped': { kind: string; reason: 'superseded' | 'failed' }
  }
}

const attemptsMax = 3
/** Between attempts; a service may ask for more. */
const retryDelaysMs = [5_000, 30_000]
const retryDelayMaxMs = 120_000
const fileDelayMs = 2_000
const timeLimitMs = 120_000

const jobKey = (ticketId: TicketId) => `bot.turn ${ticketId}`

/** Runs in the transaction that stores the message. Later messages join until the service is asked, then start the next turn. */
export function claimTurn(
  ctx: CompanyContext,
  { ticket, messageId }: Pick<InboundMessage, 'ticket' | 'messageId'>,
  state: BotState<TurnKind>,
  { debounceMs }: Pick<BotTurn, 'debounceMs'>,
) {
  const firstMessageId = state.firstMessageId ?? messageId
  setBotState(ctx, ticket.id, { ...state, turn: state.turn + 1, firstMessageId, retryAt: undefined })
  const dedupeKey = jobKey(ticket.id)
  cancelJob(ctx, dedupeKey)
  const runAt = addMs(ctx.now, debounceMs)
  enqueueJob(ctx, 'bot.turn', { ticketId: ticket.id }, { runAt, dedupeKey })
}

export const botTurnJob: WaitingJob<'bot.turn'> = {
  lane: 'waiting',
  attemptsMax,
  timeLimitMs,
  run: (freshContext, { ticketId }, signal) =>
    withStagedFiles(freshContext(), (stage) => runTurn(freshContext, ticketId, signal, stage)),
  retryDelayMs(ctx, error, attempts) {
    if (isFileAwaited(error) && attempts === 1) return fileDelayMs
    const delayMs = retryDelaysMs[attempts - 1] ?? retryDelayMaxMs
    return Math.min(retryDelayMaxMs, Math.max(delayMs, retryAfterMs(error, ctx.now) ?? 0))
  },
  retried(ctx, { ticketId }, error, retryAt) {
    const pending = questionOf(ctx, ticketId)
    if (!pending || isFileAwaited(error)) return
    const { turn, question } = pending
    ctx.transaction(() => {
      showRetry(ctx, question, retryAt)
      turn.retry?.(ctx, question.ticket, error)
    })
  },
  givenUp(ctx, { ticketId }, error) {
    const pending = questionOf(ctx, ticketId)
    if (!pending) return
    ctx.transaction(() => {
      noteDropped(ctx, pending.question, 'failed')
      const fail = pending.turn.fail ?? releaseFromBot
      fail(ctx, pending.question.ticket, error)
    })
  },
}

async function runTurn(freshContext: FreshContext, ticketId: TicketId, signal: AbortSignal, stage: StageFile) {
  const pending = questionOf(freshContext(), ticketId)
  if (!pending) return
  const { question, turn } = pending
  const limit = AbortSignal.any([signal, AbortSignal.timeout(turn.timeLimitMs)])
  showAnswering(freshContext(), question.ticket)
  const answer = await turn.ask(freshContext, question, limit, stage)
  const ctx = freshContext()
  ctx.transaction(() => {
    const current = questionOf(ctx, ticketId)
    if (current?.bot !== pending.bot) showAnswering(ctx, question.ticket, 'paused')
    if (current?.bot !== pending.bot || current.question.state.turn !== question.state.turn) {
      noteDropped(ctx, question, 'superseded')
      return
    }
    const { retryAt, ...state } = current.question.state
    setBotState(ctx, ticketId, { ...state, firstMessageId: null })
    if (retryAt !== undefined) noteChanged(ctx, current.question.ticket)
    const { kind, name } = state
    withCause(ctx, { kind: 'bot', part: kind, ...(name && { name }) }, () => turn.apply(ctx, current.question, answer))
  })
}

function showRetry(ctx: CompanyContext, { ticket, state }: TurnQuestion, retryAt: Date) {
  setBotState(ctx, ticket.id, { ...state, retryAt: retryAt.getTime() })
  noteChanged(ctx, ticket)
}

function noteChanged(ctx: CompanyContext, { id, contactId, automation }: TicketRow) {
  recordEvent(ctx, 'ticket.botChanged', { ticketId: id, contactId }, { kind: automation?.kind ?? null })
}

interface PendingTurn {
  bot: Bot
  turn: BotTurn
  question: TurnQuestion
}

function questionOf(ctx: CompanyContext, ticketId: TicketId): PendingTurn | undefined {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket) return undefined
  const bot = findOwner(ctx, ticket)
  if (!bot?.turn || !bot.statuses.includes(ticket.status)) return undefined
  const state = ticket.automation
  if (!state || !('firstMessageId' in state) || state.firstMessageId === null) return undefined
  const messages = listContactMessages(ctx, ticketId, state.firstMessageId)
  return { bot, turn: bot.turn, question: { ticket, state, messages } }
}

function noteDropped(ctx: CompanyContext, { ticket, messages }: TurnQuestion, reason: 'superseded' | 'failed') {
  const { id, contactId, automation } = ticket
  const kind = automation?.kind ?? ''
  const message = messages.at(-1)
  if (message && findMessageRow(ctx, message.id)) recordStep(ctx, message.id, 'botDropped', { bot: kind, reason })
  recordEvent(ctx, 'bot.answerDropped', { ticketId: id, contactId }, { kind, reason })
  ctx.company.services.log.info('A bot’s answer was dropped', { company: ctx.company.id, ticket: id, kind, reason })
}

function releaseFromBot(ctx: CompanyContext, { id }: TicketRow) {
  releaseTicketFromBot(ctx, id)
}

function showAnswering(
  ctx: CompanyContext,
  { contactId, connectionId, isGroup }: TicketRow,
  state: ChatState = 'composing',
) {
  const contact = connectionId === null || isGroup ? undefined : findContactRow(ctx, contactId)
  const address = contact && findContactAddress(ctx, contact, connectionId ?? 0)
  if (!address) return
  setTyping(ctx, connectionId ?? 0, address, state).catch(() => {})
}

/** Of the contact, still being fetched. The turn is taken again. */
export class FileAwaited extends Error {
  constructor() {
    super('A file of the contact is still being fetched')
    this.name = 'FileAwaited'
  }
}

const isFileAwaited = (error: unknown) =>
  error instanceof FileAwaited || (error instanceof Error && error.cause instanceof FileAwaited)
