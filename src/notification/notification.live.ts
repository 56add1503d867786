import { hidesNumbers } from '../contact/number/mask-number'
import { isAdmin } from '../kernel/company/actor'
import { isEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { findActor } from '../user/actor.queries'
import './notification.calls'
import './notification.events'
import { findNotificationRow, presentNotifications } from './notification.view'

export const notificationLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const { number } = event
    if (isEvent(event, 'notification.deleted')) {
      const { userId, notificationIds } = event.data
      const data = { action: 'delete' as const, notificationIds }
      return [{ topics: [`user:${userId}`], event: 'notification', number, data }]
    }
    if (!isEvent(event, 'notification.created')) return []
    // Read or replaced since.
    const row = findNotificationRow(ctx, event.data.notificationId)
    const reader = row && findActor(ctx, row.userId)
    if (!row || !reader) return []
    const masked = hidesNumbers(ctx) && !isAdmin(reader)
    return presentNotifications(ctx, [row], masked).map((notification) => ({
      topics: [`user:${row.userId}`],
      event: 'notification',
      number,
      data: { action: 'create', notification },
    }))
  })
