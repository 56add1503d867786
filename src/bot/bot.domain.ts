import type { Domain } from '../platform/domain'
import { botTurnJob } from './bot-turn'
import { botReactions } from './bot.reactions'
import { endQuestionsJob } from './end-questions'
import { presentEach } from '../kernel/live/live'
import './bot-errors'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { botCalls } from './bot.calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { TicketId, ConnectionId, QueueId } from '../kernel/ids'
import { withdrawDelayedMessages } from '../message/send/withdraw-delayed'
import { areBotsPaused, pauseBots } from '../ticket/bot-state'
import '../ticket/ticket.events'
import { canChangeTicket, isResolved } from '../ticket/ticket.policy'
import { getTicket, findTicketRow } from '../ticket/ticket.queries'
import type { LocalJob } from '../kernel/job/jobs'
import { closeRatedTicket } from '../ticket/closing/close-ticket'
import { closeWhenInactive, watchOpenTickets } from './ticket-timers/close-inactive'
import { notifyQueue } from './ticket-timers/notify-queue'
import { redirectTicket } from './ticket-timers/redirect-ticket'
import { routeTicket } from './ticket-timers/route-ticket'

const attemptsMax = 10

const ticketTimerJobs: {
  'ticket.ratingExpires': LocalJob<'ticket.ratingExpires'>
  'ticket.inactivity': LocalJob<'ticket.inactivity'>
  'connection.inactivity': LocalJob<'connection.inactivity'>
  'ticket.redirect': LocalJob<'ticket.redirect'>
  'ticket.route': LocalJob<'ticket.route'>
  'queue.notify': LocalJob<'queue.notify'>
} = {
  'ticket.ratingExpires': {
    attemptsMax,
    run(ctx, { ticketId }) {
      if (findTicketRow(ctx, ticketId)) closeRatedTicket(ctx, ticketId)
    },
  },
  'ticket.inactivity': { attemptsMax, run: (ctx, { ticketId }) => closeWhenInactive(ctx, ticketId) },
  'connection.inactivity': { attemptsMax, run: (ctx, { connectionId }) => watchOpenTickets(ctx, connectionId) },
  'ticket.redirect': { attemptsMax, run: (ctx, { ticketId }) => redirectTicket(ctx, ticketId) },
  'ticket.route': { attemptsMax, run: routeTicket },
  'queue.notify': { attemptsMax, run: (ctx, { ticketId, queueId }) => notifyQueue(ctx, ticketId, queueId) },
}

const botErrorLive = presentEach({
  'bot.failed': (_, { number, at, data: { kind, ownerId, code, message } }) => {
    const botError = { at: at.toISOString(), code, message }
    return [{ topics: ['admin'], event: 'botError', number, data: { action: 'create', kind, ownerId, botError } }]
  },
})

export const botDomain = {
  name: 'bot',
  calls: botCalls,
  routes: ({ guard }) => botRoutes(guard),
  reactions: botReactions,
  presenters: [botErrorLive],
  jobs: { ...ticketTimerJobs, 'bot.turn': botTurnJob, 'bot.endQuestions': endQuestionsJob },
} satisfies Domain

function botRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'bot-routes' }).use(guard), botCalls, {
    'POST /tickets/:id/stop-bot': ({ ctx, params }) => {
      stopBot(ctx, params.id)
      return { ok: true }
    },
  })
}

/** Until the ticket is accepted, transferred, returned or closed. @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
function stopBot(ctx: CompanyContext, ticketId: TicketId) {
  ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (isResolved(ticket) || ticket.automation === null || areBotsPaused(ticket)) return
    pauseBots(ctx, ticketId)
    withdrawDelayedMessages(ctx, ticketId)
    recordEvent(ctx, 'ticket.botChanged', { ticketId, contactId: ticket.contactId }, { kind: null })
  })
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'ticket.ratingExpires': { ticketId: TicketId }
    'ticket.inactivity': { ticketId: TicketId }
    'connection.inactivity': { connectionId: ConnectionId }
    'ticket.redirect': { ticketId: TicketId }
    'ticket.route': { ticketId: TicketId; byChance: boolean }
    'queue.notify': { ticketId: TicketId; queueId: QueueId }
  }
}
