import type { Domain } from '../platform/domain'
import { botPerson } from './bot.person'
import { botTurnJob } from './bot-turn'
import { presentEach } from '../kernel/live/live'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { type CompanyContext, asSystem } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent, reaction } from '../kernel/event/event-log'
import type { TicketId, ConnectionId, QueueId } from '../kernel/ids'
import { withdrawDelayedMessages } from '../message/change/remove-message'
import { areBotsPaused, pauseBots, releaseTicketFromBot } from '../ticket/bot-state'
import { assignmentOf, canChangeTicket, isResolved, type TicketAssignment } from '../ticket/ticket.policy'
import { getTicket, findTicketRow, listTicketIdsOfStatus } from '../ticket/ticket.queries'
import { type LocalJob, cancelJob, enqueueJob } from '../kernel/job/jobs'
import { closeRatedTicket } from '../ticket/closing/close-ticket'
import {
  closeWhenInactive,
  watchOpenTickets,
  watchConnectionForSilence,
  watchForSilence,
} from './ticket-timers/close-inactive'
import { notifyQueue, notifyLater } from './ticket-timers/notify-queue'
import { redirectTicket, redirectAfterWaiting } from './ticket-timers/redirect-ticket'
import { offerLater, routeTicket, routeWaiting, stopRouting } from './ticket-timers/route-ticket'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { findConnection, optionsOf } from '../connection/connection.queries'
import { addMs } from '../kernel/time/clock'
import { minuteMs } from '../kernel/time/durations.contract'
import { composeMessages } from '../message/compose/compose-messages'
import { queueMessages } from '../message/send/queue-message'
import { recordBotError } from './bot-errors'
import { botTexts } from './bot-texts'
import { findOwner } from './run-bots'
import { oneBatch } from '../kernel/company/batches'
import type { SettingKey } from '../setting/setting.contract'
import { isSettingEnabled } from '../setting/setting.queries'
import { endConsent } from '../ticket/opening/await-consent'
import type { TicketStatus } from '../ticket/ticket-status'

interface Question {
  status: TicketStatus
  end: (ctx: CompanyContext, ticketId: TicketId) => unknown
}

const questions: Partial<Record<SettingKey, Question>> = {
  userRating: { status: 'nps', end: (ctx, ticketId) => closeRatedTicket(ctx, ticketId) },
  enableLGPD: { status: 'lgpd', end: endConsent },
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'bot.endQuestions': { setting: string }
  }
}

/** The company no longer wants the answers. */
function endQuestionsLater(ctx: CompanyContext, { key, to }: { key: string; to: string }) {
  if (to !== 'disabled' || !(key in questions)) return
  enqueueJob(ctx, 'bot.endQuestions', { setting: key }, { dedupeKey: `bot.endQuestions ${key}` })
}

const endQuestionsJob: LocalJob<'bot.endQuestions'> = {
  attemptsMax: 10,
  run(ctx, payload) {
    const setting = payload.setting as SettingKey
    const question = questions[setting]
    if (!question || isSettingEnabled(ctx, setting)) return undefined
    const isMore = oneBatch<TicketId>(ctx, {
      next: () => listTicketIdsOfStatus(ctx, question.status, 200),
      work: (id) => void question.end(ctx, id),
    })
    return isMore ? ctx.now : undefined
  },
}

const botReactions = [
  reaction('message.sent', (ctx, { ticketId, data }) => {
    if (data.by === 'automation' || data.isPrivate) return
    pauseBots(ctx, ticketId)
    withdrawDelayedMessages(ctx, ticketId)
  }),
  reaction('ticket.automaticLimitReached', (ctx, { ticketId }) => noteLimit(ctx, ticketId)),
  reaction('ticket.accepted', (ctx, { ticketId }) => withdrawDelayedMessages(ctx, ticketId)),
  reaction('ticket.transferred', (ctx, { ticketId }) => withdrawDelayedMessages(ctx, ticketId)),
  reaction('ticket.closeUndone', (ctx, { ticketId }) => withdrawDelayedMessages(ctx, ticketId)),
  // Pending messages of a bot that closes the ticket are still sent.
  reaction('ticket.closed', (ctx, { ticketId, userId }) => {
    if (userId !== undefined) withdrawDelayedMessages(ctx, ticketId)
  }),
  reaction('ticket.queued', (ctx, { ticketId, data, userId }) => {
    routeWaiting(ctx, ticketId, data.after, { hasEntered: userId === undefined })
    // A user who moves a ticket needs no notification, and takes it from its bot.
    if (userId === undefined) notifyLater(ctx, ticketId, data.after.queueId)
    else takeFromBot(ctx, ticketId)
  }),
  reaction('ticket.assigned', (ctx, { ticketId, data }) => {
    if (!data.reason) stopRouting(ctx, ticketId)
    else offerLater(ctx, ticketId, data.after.queueId)
  }),
  // While a bot asks the contact, nobody is looked for.
  reaction('ticket.botChanged', (ctx, { ticketId, data, userId }) => {
    const ticket = data.kind === null && userId === undefined ? findTicketRow(ctx, ticketId) : undefined
    if (ticket) routeWaiting(ctx, ticketId, assignmentOf(ticket), { hasEntered: true })
  }),
  reaction('ticket.ratingAwaited', (ctx, { ticketId }) => expireRating(ctx, ticketId)),
  reaction('ticket.created', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after, data.silent)),
  reaction('ticket.accepted', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.reopened', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.closeUndone', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.acceptUndone', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.transferUndone', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.received', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.returned', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.updated', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('ticket.merged', (ctx, { ticketId, data }) => watch(ctx, ticketId, data.after)),
  reaction('setting.changed', (ctx, { data }) => endQuestionsLater(ctx, data)),
  reaction('connection.updated', (ctx, { data }) => watchConnectionForSilence(ctx, data.connectionId)),
]

/** Tells colleagues on the ticket, and admins on the row of the bot that spoke, that its messages were left out. */
function noteLimit(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket) return
  const note = { texts: [botTexts(ctx).limitReached] }
  queueMessages(asSystem(ctx), ticket, composeMessages(ctx, ticket, note, { isPrivate: true }))
  const owner = findOwner(ctx, ticket)?.recordOf?.(ctx, ticket)
  if (!owner) return
  recordBotError(ctx, { kind: owner.kind, ownerId: owner.id, ticketId, code: 'automaticLimit', message: '' })
}

function takeFromBot(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket?.automation || areBotsPaused(ticket)) return
  releaseTicketFromBot(ctx, ticketId)
  withdrawDelayedMessages(ctx, ticketId)
  recordEvent(ctx, 'ticket.botChanged', { ticketId, contactId: ticket.contactId }, { kind: null })
}

/** An open ticket for silence, a pending one for a queue or an agent. */
function watch(ctx: CompanyContext, ticketId: TicketId, assignment: TicketAssignment, silent = false) {
  const isOpen = assignment.status === 'open'
  const isFree = assignment.status === 'pending' && assignment.userId === null
  if (silent || (!isOpen && !isFree)) return
  if (isFree && assignment.queueId !== null) return routeWaiting(ctx, ticketId, assignment, { hasEntered: false })
  const ticket = findTicketRow(ctx, ticketId)
  if (ticket && isOpen) watchForSilence(ctx, ticket)
  else if (ticket) redirectAfterWaiting(ctx, ticket)
}

function expireRating(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = findTicketRow(ctx, ticketId)
  const connection = ticket?.connectionId ? findConnection(ctx, ticket.connectionId) : undefined
  const minutes = connection ? optionsOf(connection).expiresTicketNPS : 0
  if (minutes === 0) return
  const dedupeKey = `ticket.ratingExpires ${ticketId}`
  cancelJob(ctx, dedupeKey)
  const runAt = addMs(ctx.now, minutes * minuteMs)
  enqueueJob(ctx, 'ticket.ratingExpires', { ticketId }, { runAt, dedupeKey })
}

const botCalls = defineCalls({
  'POST /tickets/:id/stop-bot': { params: IdParams, answer: Done },
})

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
  person: botPerson,
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
