import { eq, sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { mustMask, hidesNumbers } from '../contact/number/mask-number'
import { actingUserId, isAdmin } from '../kernel/company/actor'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { excluded } from '../kernel/database/expressions'
import type { Domain } from '../platform/domain'
import { getTicketRow } from '../ticket/ticket.queries'
import { notificationCalls, NotificationView } from './notification.calls'
import { notificationReactions } from './notification.reactions'
import { listNotificationRows, presentNotifications, findNotificationRow } from './notification.view'
import { readNotifications } from './read-notifications'
import { canBeNotified } from './notify-user'
import { seenWaitingTable } from './notification.tables'
import { presentEach } from '../kernel/live/live'
import { findActor } from '../user/actor.queries'
import './notification.events'

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
  const seen = { userId, until: until < ctx.now ? until : ctx.now }
  // A late request does not take it back.
  const latest = sql`max(${seenWaitingTable.until}, ${excluded(seenWaitingTable.until)})`
  const update = { target: seenWaitingTable.userId, set: { until: latest } }
  ctx.transaction(() => ctx.db.insert(seenWaitingTable).values(seen).onConflictDoUpdate(update).run())
}
