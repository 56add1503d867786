import { Elysia } from 'elysia'
import { mustMask, hidesNumbers } from '../contact/number/mask-number'
import { actingUserId, isAdmin } from '../kernel/company/actor'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import type { Domain } from '../platform/domain'
import { getTicketRow } from '../ticket/ticket.queries'
import { notificationCalls } from './notification.calls'
import { notificationReactions } from './notification.reactions'
import { listNotificationRows, presentNotifications, findNotificationRow } from './notification.view'
import { readNotifications } from './read-notifications'
import { canBeNotified } from './notify-user'
import { perCompany } from '../kernel/company/company-files'
import { presentEach } from '../kernel/live/live'
import { findActor } from '../user/actor.queries'
import './notification.events'

const notificationLive = presentEach({
  'notification.deleted': (_, { number, data: { userId, notificationIds } }) => [
    { topics: [`user:${userId}`], event: 'notification', number, data: { action: 'delete', notificationIds } },
  ],
  'notification.created': (ctx, { number, data }) => {
    // Read or replaced since.
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

const statements = perCompany(({ sqlite }) => ({
  find: sqlite.prepare<{ until: number }, [number]>('SELECT until FROM seen_waiting WHERE user_id = ?'),
  // A request that arrives late does not take it back.
  put: sqlite.prepare<unknown, [number, number]>(
    `INSERT INTO seen_waiting (user_id, until) VALUES (?1, ?2)
     ON CONFLICT (user_id) DO UPDATE SET until = max(until, excluded.until)`,
  ),
}))

const listedMax = 100

export const notificationDomain: Domain = {
  name: 'notification',
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'notification' }).use(guard), notificationCalls, {
      'GET /notifications': ({ ctx }) => ({ notifications: listNotifications(ctx) }),
      'POST /notifications/read': ({ ctx, body }) => {
        readNotifications(ctx, body.ticketId ?? null)
        return { ok: true }
      },
      'GET /notifications/seenWaiting': ({ ctx }) => {
        const until = findSeenWaiting(ctx)
        return { until: until === null ? null : new Date(until).toISOString() }
      },
      'PUT /notifications/seenWaiting': ({ ctx, body }) => {
        seeWaiting(ctx, new Date(body.until))
        return { ok: true }
      },
    }),
  reactions: notificationReactions,
  presenters: [notificationLive],
}

/** Leaves out tickets that the user may no longer see. */
function listNotifications(ctx: CompanyContext) {
  const userId = actingUserId(ctx.actor)
  const rows = userId === undefined ? [] : listNotificationRows(ctx, userId, listedMax)
  const visible = rows.filter(({ kind, ticketId }) => canBeNotified(ctx.actor, kind, getTicketRow(ctx, ticketId)))
  return presentNotifications(ctx, visible, mustMask(ctx))
}

/** Returns until when the user has seen who waits, in milliseconds; null if the user never has. */
function findSeenWaiting(ctx: CompanyContext): number | null {
  const userId = actingUserId(ctx.actor)
  return userId === undefined ? null : (statements(ctx.company).find.get(userId)?.until ?? null)
}

/** Notes that the user has seen who began to wait until then, at most until now. */
function seeWaiting(ctx: CompanyContext, until: Date) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined) return
  const untilMs = Math.min(until.getTime(), ctx.now.getTime())
  ctx.transaction(() => statements(ctx.company).put.run(userId, untilMs))
}
