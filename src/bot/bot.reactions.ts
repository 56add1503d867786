import '../connection/connection.events'
import { findConnection, optionsOf } from '../connection/connection.queries'
import { asSystem, type CompanyContext } from '../kernel/company/company-context'
import { reaction, recordEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import { cancelJob, enqueueJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import { minuteMs } from '../kernel/time/durations.contract'
import '../message/message.events'
import { composeMessages } from '../message/compose/compose-messages'
import '../message/send/automatic-limit'
import { queueMessages } from '../message/send/queue-message'
import { withdrawDelayedMessages } from '../message/send/withdraw-delayed'
import { areBotsPaused, pauseBots, releaseTicketFromBot } from '../ticket/bot-state'
import { assignmentOf } from '../ticket/ticket.events'
import type { TicketAssignment } from '../ticket/ticket.policy'
import { findTicketRow } from '../ticket/ticket.queries'
import { recordBotError } from './bot-errors'
import { botTexts } from './bot-texts'
import { endQuestionsLater } from './end-questions'
import { findOwner } from './run-bots'
import { watchConnectionForSilence, watchForSilence } from './ticket-timers/close-inactive'
import { notifyLater } from './ticket-timers/notify-queue'
import { redirectAfterWaiting } from './ticket-timers/redirect-ticket'
import { routeWaiting, stopRouting } from './ticket-timers/route-ticket'

export const botReactions = [
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
  reaction('ticket.assigned', (ctx, { ticketId }) => stopRouting(ctx, ticketId)),
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
