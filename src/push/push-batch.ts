import { afterCommit, type CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { type EventType, isEvent, type Reaction, readEvents, type RecordedEvent } from '../kernel/event/event-log'
import type { TicketId, UserId } from '../kernel/ids'
import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import { countsFor } from '../notification/notification.policy'
import { findNotificationRow } from '../notification/notification.view'
import { isSettingEnabled } from '../setting/setting.queries'
import { findActor } from '../user/actor.queries'
import { pushKindOf, type PushKind } from './push.contract'
import type { TicketSubject } from './push-notice'
import { findPushTicket, listPushTickets, pushReaders, type PushTicket } from './push-readers.view'
import { enqueuePush, newsMs } from './send-push'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    /** Every event with a greater number is to be judged. */
    'push.batch': { afterNumber: number }
  }
}

const dedupeKey = 'push.batch'
/** The first event is judged at once, those that follow together. */
const batchMs = 500
const eventsMax = 1000
/** Of one user in one batch; more are told in one notice. */
const singleMax = 3
/** Of several, those that are looked at once more when it is sent. */
const newestMax = 20

/** A job that never ran, such as one that was given up, holds back no other. */
const patienceMs = 5000

const batches = perCompany(() => ({ dueMs: 0, lastMs: 0, isPending: false }))

/** After the commit only the first event of a batch writes. A crash before that loses a hint of it. */
function noteEvent(ctx: CompanyContext, event: RecordedEvent) {
  if (pushReaders(ctx).size === 0 || isBatchPending(ctx) || !isAnyAway(ctx)) return
  const { pending } = ctx.company
  // Reading here spares locking the file once more after the commit.
  const ticket = isOfTicket(event) ? findPushTicket(ctx, event.ticketId) : undefined
  afterCommit(ctx, () => {
    const isChanged = pending?.events.some(({ number, ticketId }) => number > event.number && ticketId === ticket?.id)
    beginBatch(ctx, event, ticket && isChanged ? findPushTicket(ctx, ticket.id) : ticket)
  })
}

function isBatchPending(ctx: CompanyContext) {
  const { isPending, lastMs, dueMs } = batches(ctx.company)
  const nowMs = ctx.now.getTime()
  return isPending && nowMs >= lastMs && nowMs < dueMs + patienceMs
}

function beginBatch(ctx: CompanyContext, event: RecordedEvent, ticket: PushTicket | undefined) {
  if (isBatchPending(ctx) || !isToTell(ctx, event, ticket)) return
  const batch = batches(ctx.company)
  const nowMs = ctx.now.getTime()
  const isSoon = nowMs >= batch.lastMs && nowMs < batch.lastMs + batchMs
  batch.dueMs = isSoon ? batch.lastMs + batchMs : nowMs
  batch.isPending = true
  const runAt = isSoon ? new Date(batch.dueMs) : undefined
  enqueueJob(ctx, 'push.batch', { afterNumber: event.number - 1 }, { dedupeKey, keepsPayload: true, runAt })
}

const isAnyAway = (ctx: CompanyContext) =>
  pushReaders(ctx)
    .keys()
    .some((userId) => !hasWindow(ctx, userId))

/** Asked of most messages, so nothing is gathered. */
function isToTell(ctx: CompanyContext, event: RecordedEvent, ticket: PushTicket | undefined) {
  let isAnyTold = false
  judge(ctx, event, ticket, (userId, kind) => (isAnyTold ||= mayTell(ctx, userId, kind)))
  return isAnyTold
}

export const pushBatchJob: LocalJob<'push.batch'> = {
  attemptsMax: 5,
  mayRunEarly: true,
  run(ctx, { afterNumber }) {
    const events = readEvents(ctx, afterNumber + 1, { limit: eventsMax })
    const newest = addMs(ctx.now, -newsMs)
    const subjects = subjectsOf(
      ctx,
      events.filter(({ at }) => at > newest),
    )
    const last = events.at(-1)
    const isCut = last !== undefined && events.length === eventsMax
    ctx.transaction(() => {
      for (const [userId, ofUser] of subjects) push(ctx, userId, ofUser, last?.number ?? 0)
      if (isCut) enqueueJob(ctx, 'push.batch', { afterNumber: last.number }, { dedupeKey })
    })
    Object.assign(batches(ctx.company), { lastMs: ctx.now.getTime(), isPending: isCut })
  },
}

function push(ctx: CompanyContext, userId: UserId, subjects: readonly TicketSubject[], number: number) {
  const [newest, others] = [subjects.slice(-newestMax), Math.max(0, subjects.length - newestMax)]
  const notices = subjects.length > singleMax ? [{ about: 'several', number, newest, others } as const] : subjects
  for (const deviceId of pushReaders(ctx).get(userId)?.deviceIds ?? []) {
    for (const subject of notices) enqueuePush(ctx, deviceId, subject)
  }
}

/** Of users without a window, the newest of each ticket last. Whether they may see it is asked when it is sent. */
function subjectsOf(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const told = new Map<UserId, Map<string, TicketSubject>>()
  const ticketIds = events.flatMap((event) => (isOfTicket(event) ? event.ticketId : []))
  const tickets = new Map(listPushTickets(ctx, [...new Set(ticketIds)]).map((ticket) => [ticket.id, ticket]))
  const tell = (userId: UserId, kind: PushKind, subject: TicketSubject) => {
    if (!mayTell(ctx, userId, kind)) return
    const ofUser = told.get(userId) ?? new Map<string, TicketSubject>()
    told.set(userId, ofUser)
    const key =
      subject.about === 'notification' ? `notification ${subject.notificationId}` : `ticket ${subject.ticketId}`
    // The notice that the ticket waits shows the same text, and says more.
    if (ofUser.get(key)?.about === 'waiting') return
    ofUser.delete(key)
    ofUser.set(key, subject)
  }
  for (const event of events) judge(ctx, event, isOfTicket(event) ? tickets.get(event.ticketId) : undefined, tell)
  return new Map([...told].map(([userId, ofUser]) => [userId, [...ofUser.values()]]))
}

const hasWindow = (ctx: CompanyContext, userId: UserId) =>
  ctx.company.services.live.hasWindow?.(ctx.company.id, userId) === true

function mayTell(ctx: CompanyContext, userId: UserId, kind: PushKind) {
  const reader = pushReaders(ctx).get(userId)
  return reader !== undefined && !reader.off.has(kind) && !hasWindow(ctx, userId)
}

type Tell = (userId: UserId, kind: PushKind, subject: TicketSubject) => void

function judge(ctx: CompanyContext, event: RecordedEvent, ticket: PushTicket | undefined, tell: Tell) {
  if (isEvent(event, 'notification.created')) {
    const { notificationId, userId } = event.data
    const kind = pushReaders(ctx).has(userId) && findNotificationRow(ctx, notificationId)?.kind
    if (kind) tell(userId, pushKindOf(kind), { about: 'notification', notificationId })
    return
  }
  if (!ticket || ticket.isBot) return
  if (isEvent(event, 'message.received')) {
    // The page announces messages of waiting tickets only where the company's setting says so.
    if (ticket.status === 'pending' && !isSettingEnabled(ctx, 'showNotificationPending')) return
    const { ticketId, messageId } = event
    for (const userId of readersOf(ctx, ticket)) tell(userId, 'message', { about: 'message', ticketId, messageId })
  } else if (ticket.status === 'pending' && mayBeginToWait(event, ticket)) {
    for (const userId of readersOf(ctx, ticket)) {
      if (userId !== event.userId) tell(userId, 'waiting', { about: 'waiting', ticketId: ticket.id })
    }
  }
}

function readersOf(ctx: CompanyContext, ticket: PushTicket): UserId[] {
  return [...pushReaders(ctx)].flatMap(([userId, { notifyWaiting }]) => {
    const actor = findActor(ctx, userId)
    return actor && countsFor({ ...actor, notifyWaiting }, ticket) ? userId : []
  })
}

const waitingEvents: readonly EventType[] = [
  'ticket.created',
  'ticket.queued',
  'ticket.returned',
  'ticket.transferred',
  'ticket.reopened',
  'ticket.botChanged',
  'ticket.snoozeEnded',
]
const ticketEvents: ReadonlySet<EventType> = new Set([...waitingEvents, 'message.received'])

const isOfTicket = (event: RecordedEvent): event is RecordedEvent & { ticketId: TicketId } =>
  ticketEvents.has(event.type) && event.ticketId !== undefined

function mayBeginToWait(event: RecordedEvent, ticket: PushTicket) {
  if (isEvent(event, 'ticket.created')) return event.data.silent !== true
  if (isEvent(event, 'ticket.botChanged')) return event.data.kind === null
  if (!('before' in event.data)) return true
  const { before } = event.data
  return before.status !== 'pending' || before.queueId !== ticket.queueId
}

export const pushEvents: Reaction = { on: [...ticketEvents, 'notification.created'], run: noteEvent }
