import { eq, sql, and, type SQL } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { actingUserId, isAdmin } from '../kernel/company/actor'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { excluded } from '../kernel/database/expressions'
import type { Domain } from '../platform/domain'
import { notificationPerson } from './notification.person'
import { findAssigningQueue } from '../ticket/assignment/automatic/assigning-queues'
import { getTicketRow } from '../ticket/ticket.queries'
import { notificationCalls, NotificationView } from './notification.calls'
import { listNotificationRows, presentNotifications, findNotificationRow } from './notification.view'
import { canBeNotified, notifyUser } from './notify-user'
import { seenWaitingTable, notificationTable } from './notification.tables'
import { presentEach } from '../kernel/live/live'
import { findActor } from '../user/actor.queries'
import { findLastTicketEvent, type Reaction, reaction, recordEvent } from '../kernel/event/event-log'
import { findMessageRow } from '../message/message.queries'
import { mustMask, hidesNumbers } from '../setting/setting.queries'
import type { MessageId, TicketId, UserId } from '../kernel/ids'

const { ticketId, kind, createdAt } = notificationTable

const notificationReactions: readonly Reaction[] = [
  reaction('ticket.transferred', (ctx, { data }) => {
    const { id, userId } = getTicketRow(ctx, data.toTicketId)
    if (userId === null) return
    // A transfer's message is a private note, too.
    const isNote = and(eq(kind, 'privateNote'), eq(createdAt, ctx.now))
    ctx.db
      .delete(notificationTable)
      .where(and(eq(notificationTable.userId, userId), eq(ticketId, id), isNote))
      .run()
    notifyUser(ctx, userId, id, { kind: 'transfer', text: data.message })
  }),
  reaction('ticket.transferUndone', (ctx, { ticketId, data: { before } }) => {
    if (before.userId !== null) withdrawTransfer(ctx, before.userId, ticketId)
  }),
  reaction('ticket.assigned', (ctx, { ticketId, data }) => {
    const { userId, queueId } = data.after
    // Wallets, and the router of a queue that does not assign, tell nobody.
    if (userId === null || data.reason === 'wallet' || (data.reason && !findAssigningQueue(ctx, queueId))) return
    notifyUser(ctx, userId, ticketId, { kind: 'transfer', text: '' })
  }),
  reaction('ticket.snoozeEnded', (ctx, { ticketId, data }) => {
    // Nobody owns a waiting ticket.
    const userId = data.after.userId ?? findLastTicketEvent(ctx, ticketId, ['ticket.snoozed'])?.userId
    if (userId !== undefined) notifyUser(ctx, userId, ticketId, { kind: 'snoozeEnded', text: '' })
  }),
  reaction('message.sent', (ctx, { ticketId, messageId, data }) => {
    const message = data.isPrivate && findMessageRow(ctx, messageId)
    if (!message) return
    const { body, data: content } = message
    const mentioned = new Set(content?.mentions?.map(({ id }) => id))
    for (const userId of mentioned) notifyUser(ctx, userId, ticketId, { kind: 'mention', text: body, messageId })
    const owner = getTicketRow(ctx, ticketId).userId
    if (owner === null || mentioned.has(owner)) return
    notifyUser(ctx, owner, ticketId, { kind: 'privateNote', text: body, messageId })
  }),
  reaction('message.changed', (ctx, { ticketId, messageId, data: { mentioned = [], unmentioned = [] } }) => {
    for (const userId of unmentioned) withdrawMention(ctx, userId, messageId)
    for (const userId of mentioned) {
      const text = findMessageRow(ctx, messageId)?.body ?? ''
      notifyUser(ctx, userId, ticketId, { kind: 'mention', text, messageId })
    }
  }),
  reaction('ticket.contactEdited', (ctx, { ticketId, data: { change, text } }) => {
    const { userId } = getTicketRow(ctx, ticketId)
    if (userId !== null) notifyUser(ctx, userId, ticketId, { kind: change, text })
  }),
  reaction('message.deleted', (ctx, { messageId }) => withdrawNotifications(ctx, messageId)),
]

const notificationLive = presentEach({
  'notification.deleted': (_, { number, data: { userId, notificationIds } }) => [
    { topics: [`user:${userId}`], event: 'notification', number, data: { action: 'delete', notificationIds } },
  ],
  'notification.created': (ctx, { number, data }) => {
    const row = findNotificationRow(ctx, data.notificationId)
    const reader = row && findActor(ctx, row.userId)
    if (!row || !reader) return []
    const masked = hidesNumbers(ctx) && !isAdmin(reader)
    return presentNotifications(ctx, [row], masked).map((notification) => ({
      topics: [`user:${row.userId}`],
      event: 'notification',
      number,
      data: { action: 'create', notification },
    }))
  },
})

const listedMax = 100

export const notificationDomain = {
  name: 'notification',
  calls: notificationCalls,
  views: { NotificationView },
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'notification' }).use(guard), notificationCalls, {
      'GET /notifications': ({ ctx }) => ({ notifications: listNotifications(ctx) }),
      'POST /notifications/read': ({ ctx, body }) => {
        readNotifications(ctx, body.ticketId ?? null)
        return { ok: true }
      },
      'GET /notifications/seenWaiting': ({ ctx }) => ({ until: findSeenWaiting(ctx)?.toISOString() ?? null }),
      'PUT /notifications/seenWaiting': ({ ctx, body }) => {
        seeWaiting(ctx, new Date(body.until))
        return { ok: true }
      },
    }),
  reactions: notificationReactions,
  presenters: [notificationLive],
  person: notificationPerson,
} satisfies Domain

function listNotifications(ctx: CompanyContext) {
  const userId = actingUserId(ctx.actor)
  const rows = userId === undefined ? [] : listNotificationRows(ctx, userId, listedMax)
  const visible = rows.filter(({ kind, ticketId }) => canBeNotified(ctx.actor, kind, getTicketRow(ctx, ticketId)))
  return presentNotifications(ctx, visible, mustMask(ctx))
}

function findSeenWaiting(ctx: CompanyContext): Date | undefined {
  const isOwn = eq(seenWaitingTable.userId, actingUserId(ctx.actor) ?? 0)
  return ctx.db.select().from(seenWaitingTable).where(isOwn).get()?.until
}

function seeWaiting(ctx: CompanyContext, until: Date) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined) return
  const seen = { userId, until: new Date(Math.min(until.getTime(), ctx.now.getTime())) }
  // A late request does not take it back.
  const latest = sql`max(${seenWaitingTable.until}, ${excluded(seenWaitingTable.until)})`
  const update = { target: seenWaitingTable.userId, set: { until: latest } }
  ctx.transaction(() => ctx.db.insert(seenWaitingTable).values(seen).onConflictDoUpdate(update).run())
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'notification.created': { notificationId: number; userId: number }
    'notification.deleted': { userId: number; notificationIds: number[] }
  }
}

const notified = notificationTable

function readNotifications(ctx: CompanyContext, ofTicket: TicketId | null) {
  const reader = actingUserId(ctx.actor)
  if (reader === undefined) return
  const isOfTicket = ofTicket === null ? undefined : eq(notified.ticketId, ofTicket)
  ctx.transaction(() => remove(ctx, eq(notified.userId, reader), isOfTicket))
}

function withdrawNotifications(ctx: CompanyContext, ofMessage: MessageId) {
  remove(ctx, eq(notified.messageId, ofMessage))
}

function withdrawMention(ctx: CompanyContext, ofUser: UserId, ofMessage: MessageId) {
  remove(ctx, eq(notified.userId, ofUser), eq(notified.messageId, ofMessage), eq(notified.kind, 'mention'))
}

function withdrawTransfer(ctx: CompanyContext, ofUser: UserId, ofTicket: TicketId) {
  remove(ctx, eq(notified.userId, ofUser), eq(notified.ticketId, ofTicket), eq(notified.kind, 'transfer'))
}

function remove(ctx: CompanyContext, ...conditions: (SQL | undefined)[]) {
  const deleted = ctx.db
    .delete(notified)
    .where(and(...conditions))
    .returning({ id: notified.id, userId: notified.userId })
    .all()
  for (const [userId, rows] of Map.groupBy(deleted, (row) => row.userId)) {
    recordEvent(ctx, 'notification.deleted', {}, { userId, notificationIds: rows.map(({ id }) => id) })
  }
}
