import { Elysia } from 'elysia'
import { mustMask } from '../contact/number/mask-number'
import { actingUserId } from '../kernel/company/actor'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import type { Domain } from '../platform/domain'
import { getTicketRow } from '../ticket/ticket.queries'
import { notificationCalls } from './notification.calls'
import { notificationLive } from './notification.live'
import { notificationReactions } from './notification.reactions'
import { listNotificationRows, presentNotifications } from './notification.view'
import { readNotifications } from './read-notifications'
import { canBeNotified } from './notify-user'
import { findSeenWaiting, seeWaiting } from './seen-waiting'

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
