import type { CompanyContext } from '../kernel/company/company-context'
import type { InboundMessage } from '../message/inbound/inbound-message'
import { areBotsPaused, pauseBots } from '../ticket/bot-state'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import type { Bot, BotClaim, BotOutcome } from './bot'
import { recordEvent } from '../kernel/event/event-log'
import { composeMessages } from '../message/compose/compose-messages'
import { readLoopSigns } from '../message/send/loop-signs'
import { queueMessages } from '../message/send/queue-message'
import { withCause } from '../message/trace/message-cause'
import { recordStep } from '../message/trace/record-step'
import { botTexts } from './bot-texts'
import { chosenNumber } from './chosen-number'
import { isSlowLoop } from './slow-loop.view'

/** One bot at most: gates first, then the ticket's bot, else the first that starts. */
export function runBots(ctx: CompanyContext, first: InboundMessage) {
  if (first.ticket.status === 'group' || stopLoop(ctx, first)) return
  let message = first
  for (const bot of ctx.company.services.ports.bots) {
    const outcome = withCause(ctx, { kind: 'bot', part: bot.kind }, () => askBot(ctx, bot, message))
    if (outcome === 'handled') return noteAnswer(ctx, bot, first)
    if (outcome !== 'pass') message = outcome
  }
}

/** The first message is the contact's; another may replace it. */
function noteAnswer(ctx: CompanyContext, bot: Bot, { ticket, messageId }: InboundMessage) {
  const continues = isOwner(bot, ticket)
  const name = findTicketRow(ctx, ticket.id)?.automation?.name
  recordStep(ctx, messageId, 'bot', { bot: bot.kind, ...(continues && { continues }), ...(name && { name }) })
}

function askBot(ctx: CompanyContext, bot: Bot, message: InboundMessage): BotOutcome {
  const { ticket, contact } = message
  if (contact.disableBot && !bot.ignoresDisableBot) return 'pass'
  if (bot.plan && !ctx.plan[bot.plan]) return 'pass'
  if (isOwner(bot, ticket)) return bot.resume?.(ctx, message) ?? 'pass'
  return mayStart(ctx, bot, ticket) ? (bot.start?.(ctx, message) ?? 'pass') : 'pass'
}

function mayStart(ctx: CompanyContext, bot: Bot, ticket: TicketRow) {
  if (!bot.statuses.includes(ticket.status)) return false
  if (areBotsPaused(ticket)) return bot.startsWhenPaused === true
  return bot.isGate === true || findOwner(ctx, ticket) === undefined
}

function isOwner(bot: Bot, ticket: TicketRow) {
  return bot.owns ? bot.owns(ticket) : ticket.automation?.kind === bot.kind
}

export function findOwner(ctx: CompanyContext, ticket: TicketRow): Bot | undefined {
  return ctx.company.services.ports.bots.find((bot) => isOwner(bot, ticket))
}

export function findClaim(ctx: CompanyContext, message: InboundMessage): BotClaim {
  for (const bot of ctx.company.services.ports.bots) {
    if (isOwner(bot, message.ticket)) return bot.claims?.(ctx, message) ?? 'answer'
    if (mayStart(ctx, bot, message.ticket) && bot.stops?.(ctx, message)) return 'none'
  }
  return areBotsPaused(message.ticket) ? 'answer' : 'none'
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'bot.loopStopped': { automatic: number; repeats: number }
  }
}

const automaticMax = { same: 20, any: 60 }
/** Fewer inbound messages are no loop, however many answers they get. */
const inboundMin = { same: 6, any: 25 }
const repeatsMax = 4

/** Pauses the ticket's bots, notes it for colleagues, and leaves the message unanswered. */
function stopLoop(ctx: CompanyContext, message: InboundMessage): boolean {
  const { ticket, messageId, content } = message
  const signs = readLoopSigns(ctx, messageId)
  const { automatic, repeats } = signs
  // A person may choose the first option of nested menus five times.
  const isRepeated = repeats > repeatsMax && chosenNumber(content) === undefined
  const isSame = signs.automaticSinceOther > automaticMax.same && signs.inboundSinceOther >= inboundMin.same
  const isFlood = automatic > automaticMax.any && signs.inbound >= inboundMin.any
  const isPaused = areBotsPaused(ticket)
  if (!isRepeated && !isSame && !isFlood && (isPaused || !isSlowLoop(ctx, message))) return false
  if (isPaused) return true
  pauseBots(ctx, ticket.id)
  const note = { texts: [botTexts(ctx).loopStopped] }
  queueMessages(ctx, ticket, composeMessages(ctx, ticket, note, { isPrivate: true }))
  recordEvent(ctx, 'bot.loopStopped', { ticketId: ticket.id, contactId: ticket.contactId }, { automatic, repeats })
  return true
}
