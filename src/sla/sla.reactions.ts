import type { CompanyContext } from '../kernel/company/company-context'
import { type Reaction, reaction } from '../kernel/event/event-log'
import type { QueueId, TicketId } from '../kernel/ids'
import { findUnanswered, wasAnswered } from '../message/people-messages'
import type { SlaKind } from '../queue/sla/queue-sla.contract'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import {
  breach,
  dropClock,
  endClock,
  isLive,
  moveClock,
  newClock,
  resumeClock,
  setClock,
  showDue,
  spentUntilNow,
  stopClock,
  undoEnd,
  undoKept,
} from './clock'
import { areAllRunning, type Clock, listClocks, removeClock } from './clock.store'
import { hasPromises, hoursOf } from './promises'

type Clocks = Partial<Record<SlaKind, Clock>>

/** Follows the clocks of a ticket, if the company has promises, and shows its next due time. */
function follow(ctx: CompanyContext, ticketId: TicketId, change: (ticket: TicketRow, clocks: Clocks) => void) {
  if (hasPromises(ctx)) work(ctx, ticketId, change)
}

/** Whether lists show another due time. */
function work(ctx: CompanyContext, ticketId: TicketId, change: (ticket: TicketRow, clocks: Clocks) => void) {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || ticket.isGroup || ticket.imported) return false
  change(ticket, clocksOf(ctx, ticketId))
  return showDue(ctx, ticket)
}

const isOpen = ({ status }: Pick<TicketRow, 'status'>) => status === 'open' || status === 'pending'

/** The contact waits for an answer, and for the end. */
function owe(ctx: CompanyContext, ticket: TicketRow, { firstAnswer, nextAnswer, resolve }: Clocks, since = ctx.now) {
  if (!isOpen(ticket)) return
  const start = (kind: SlaKind) => setClock(ctx, ticket, newClock(ticket.id, kind, since))
  if (isLive(resolve)) resumeClock(ctx, ticket, resolve)
  else start('resolve')
  const answer = isLive(firstAnswer) ? firstAnswer : isLive(nextAnswer) ? nextAnswer : undefined
  if (answer) resumeClock(ctx, ticket, answer)
  else start(firstAnswer || wasAnswered(ctx, ticket.id) ? 'nextAnswer' : 'firstAnswer')
}

/** By a person: the contact is waited for. */
function answer(
  ctx: CompanyContext,
  ticket: TicketRow,
  { firstAnswer, nextAnswer, resolve }: Clocks,
  userId: number | null,
) {
  for (const clock of [firstAnswer, nextAnswer]) if (isLive(clock)) endClock(ctx, ticket, clock, userId)
  if (isLive(resolve)) stopClock(ctx, ticket, resolve)
}

function finish(ctx: CompanyContext, ticket: TicketRow, { firstAnswer, nextAnswer, resolve }: Clocks) {
  for (const clock of [firstAnswer, nextAnswer]) if (isLive(clock)) dropClock(ctx, ticket, clock)
  if (isLive(resolve)) endClock(ctx, ticket, resolve, ticket.userId)
}

/** Closed before and open again: the end is owed anew, and the first answer, if there was none. */
function begin(ctx: CompanyContext, ticket: TicketRow, { firstAnswer, nextAnswer, resolve }: Clocks) {
  for (const clock of [nextAnswer, resolve]) if (clock) removeClock(ctx, clock)
  if (firstAnswer && !wasAnswered(ctx, ticket.id)) removeClock(ctx, firstAnswer)
  if (isOpen(ticket)) setClock(ctx, ticket, newClock(ticket.id, 'resolve', ctx.now))
}

/** Time that passed in the hours of the earlier queue stays counted. */
function retarget(ctx: CompanyContext, ticket: TicketRow, clocks: Clocks, fromQueueId: QueueId | null) {
  const live = Object.values(clocks).filter(isLive)
  if (live.length === 0) return catchUp(ctx, ticket)
  countAnew(ctx, ticket, live, fromQueueId)
}

function countAnew(ctx: CompanyContext, ticket: TicketRow, live: readonly Clock[], fromQueueId: QueueId | null) {
  const hours = hoursOf(ctx, { ...ticket, queueId: fromQueueId })
  for (const clock of live) {
    const runningSince = clock.runningSince === null ? null : ctx.now.getTime()
    setClock(ctx, ticket, { ...clock, spentMs: spentUntilNow(ctx, clock, hours), runningSince })
  }
}

/** For a ticket without clocks whose contact waits: they start when the wait did; what is over is broken without a notice. */
function catchUp(ctx: CompanyContext, ticket: TicketRow) {
  const unanswered = findUnanswered(ctx, ticket.id)
  if (!unanswered || ticket.snoozedUntil !== null) return
  // Earlier messages may be of the time before the ticket was closed and opened again.
  const began = Math.max(unanswered.first.getTime(), (ticket.queuedAt ?? ticket.createdAt).getTime())
  owe(ctx, ticket, {}, new Date(Math.min(began, unanswered.last.getTime())))
  for (const clock of listClocks(ctx, ticket.id).filter(isLive)) {
    if (clock.dueAt !== null && clock.dueAt <= ctx.now.getTime()) breach(ctx, ticket, clock)
  }
}

/** The targets, hours or holidays changed. Whether lists show another due time. */
export function recalculate(ctx: CompanyContext, ticketId: TicketId) {
  return work(ctx, ticketId, (ticket, clocks) => {
    const live = Object.values(clocks).filter(isLive)
    for (const clock of live) setClock(ctx, ticket, clock)
    if (live.length === 0 && hasPromises(ctx)) catchUp(ctx, ticket)
  })
}

const clocksOf = (ctx: CompanyContext, id: TicketId): Clocks =>
  Object.fromEntries(listClocks(ctx, id).map((clock) => [clock.kind, clock]))

/** A ticket that changes its status or user is no longer snoozed; undoing that may snooze it again. */
function followSnooze(ctx: CompanyContext, ticket: TicketRow) {
  const clocks = clocksOf(ctx, ticket.id)
  const { firstAnswer, nextAnswer, resolve } = clocks
  if (ticket.snoozedUntil !== null) {
    for (const clock of Object.values(clocks)) if (isLive(clock)) stopClock(ctx, ticket, clock)
  } else if (isLive(firstAnswer) || isLive(nextAnswer)) owe(ctx, ticket, clocks)
  else if (!resolve) catchUp(ctx, ticket)
  // Otherwise the contact is waited for.
  else if (isLive(resolve) && !wasAnswered(ctx, ticket.id, resolve.startedAt)) resumeClock(ctx, ticket, resolve)
}

/** The messages of the younger ticket, which was closed, have moved. What it owed the older one owes, unless it owes the same. */
function merge(ctx: CompanyContext, ticket: TicketRow, youngerId: TicketId, fromQueueId: QueueId | null) {
  const own = clocksOf(ctx, ticket.id)
  if (ticket.queueId !== fromQueueId) countAnew(ctx, ticket, Object.values(own).filter(isLive), fromQueueId)
  const younger = findTicketRow(ctx, youngerId)
  const { firstAnswer, nextAnswer, resolve } = clocksOf(ctx, youngerId)
  const takeOver = (clock: Clock | undefined, kind: SlaKind, isWanted: boolean) => {
    if (!younger || clock?.endedAt !== ctx.now.getTime()) return
    if (isWanted && isOpen(ticket)) moveClock(ctx, clock, { from: younger, to: ticket, kind })
    else undoKept(ctx, clock)
  }
  const isUnanswered = findUnanswered(ctx, ticket.id) !== undefined
  const mayAnswer = isUnanswered && !isLive(own.firstAnswer) && !isLive(own.nextAnswer)
  const kind = wasAnswered(ctx, ticket.id) ? 'nextAnswer' : 'firstAnswer'
  takeOver(nextAnswer?.endedAt === ctx.now.getTime() ? nextAnswer : firstAnswer, kind, mayAnswer)
  takeOver(resolve, 'resolve', !isLive(own.resolve))
  const merged = clocksOf(ctx, ticket.id)
  if (isUnanswered) owe(ctx, ticket, merged)
  else {
    for (const clock of [merged.firstAnswer, merged.nextAnswer]) if (isLive(clock)) dropClock(ctx, ticket, clock)
    const { resolve } = merged
    if (isLive(resolve) && wasAnswered(ctx, ticket.id, resolve.startedAt)) stopClock(ctx, ticket, resolve)
  }
  followSnooze(ctx, ticket)
}

const queued = (type: 'ticket.queued' | 'ticket.updated') =>
  reaction(type, (ctx, { ticketId, data: { before, after } }) => {
    if (before.queueId === after.queueId) return
    follow(ctx, ticketId, (ticket, clocks) => retarget(ctx, ticket, clocks, before.queueId))
  })

const moved = (type: 'ticket.accepted' | 'ticket.returned' | 'ticket.acceptUndone' | 'ticket.transferUndone') =>
  reaction(type, (ctx, { ticketId, data: { before } }) =>
    follow(ctx, ticketId, (ticket, clocks) => move(ctx, ticket, clocks, before.queueId)),
  )

function move(ctx: CompanyContext, ticket: TicketRow, clocks: Clocks, fromQueueId: QueueId | null) {
  if (ticket.queueId !== fromQueueId) retarget(ctx, ticket, clocks, fromQueueId)
  followSnooze(ctx, ticket)
}

const snoozeChanged = (type: 'ticket.snoozed' | 'ticket.awoken' | 'ticket.snoozeEnded') =>
  reaction(type, (ctx, { ticketId }) => follow(ctx, ticketId, (ticket) => followSnooze(ctx, ticket)))

const ended = (type: 'ticket.closed' | 'ticket.ratingAwaited') =>
  reaction(type, (ctx, { ticketId }) => follow(ctx, ticketId, (ticket, clocks) => finish(ctx, ticket, clocks)))

export const slaReactions: readonly Reaction[] = [
  reaction('message.received', (ctx, { ticketId }) => {
    if (!hasPromises(ctx) || areAllRunning(ctx, ticketId)) return
    follow(ctx, ticketId, (ticket, clocks) => owe(ctx, ticket, clocks))
  }),
  reaction('message.sent', (ctx, { ticketId, userId, data }) => {
    if (data.by === 'automation' || data.isPrivate) return
    follow(ctx, ticketId, (ticket, clocks) => answer(ctx, ticket, clocks, userId ?? ticket.userId))
  }),
  reaction('ticket.created', (ctx, { ticketId, data }) => {
    if (!data.byTransfer) return
    follow(ctx, ticketId, (ticket) => owe(ctx, ticket, {}))
  }),
  reaction('ticket.received', (ctx, { ticketId, data: { before } }) =>
    follow(ctx, ticketId, (ticket, clocks) => {
      if (!isOpen(before)) begin(ctx, ticket, clocks)
      else move(ctx, ticket, clocks, before.queueId)
    }),
  ),
  reaction('ticket.reopened', (ctx, { ticketId }) =>
    follow(ctx, ticketId, (ticket, clocks) => begin(ctx, ticket, clocks)),
  ),
  reaction('ticket.closeUndone', (ctx, { ticketId, data: { closedAt } }) =>
    follow(ctx, ticketId, (ticket, clocks) => {
      for (const clock of Object.values(clocks)) if (clock.endedAt === closedAt) undoEnd(ctx, ticket, clock)
    }),
  ),
  reaction('ticket.priorityChanged', (ctx, { ticketId }) =>
    follow(ctx, ticketId, (ticket, clocks) => {
      const live = Object.values(clocks).filter(isLive)
      if (live.length === 0) catchUp(ctx, ticket)
      for (const clock of live) setClock(ctx, ticket, clock)
    }),
  ),
  reaction('ticket.merged', (ctx, { ticketId, data: { fromTicketId, into } }) =>
    follow(ctx, ticketId, (ticket) => merge(ctx, ticket, fromTicketId, into.queueId)),
  ),
  queued('ticket.queued'),
  queued('ticket.updated'),
  moved('ticket.accepted'),
  moved('ticket.returned'),
  moved('ticket.acceptUndone'),
  moved('ticket.transferUndone'),
  snoozeChanged('ticket.snoozed'),
  snoozeChanged('ticket.awoken'),
  snoozeChanged('ticket.snoozeEnded'),
  ended('ticket.closed'),
  ended('ticket.ratingAwaited'),
]
