import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { NotificationView } from '../../src/notification/notification.calls'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { startLater } from '../live/start-later'
import type { NotificationParts } from './unread-tickets'
import { createRequiredContext } from '../ui/context/ui-context'

export interface NotificationModel {
  /** Transfers to the user, private notes on their tickets and mentions, the latest first. */
  readonly personal: ReadonlySignal<readonly NotificationView[]>
  /** Tickets with unread messages for this user, the latest first. */
  readonly tickets: ReadonlySignal<readonly TicketView[]>
  /** Number of tickets with unread messages beyond `tickets`. */
  readonly uncounted: ReadonlySignal<number>
  /** Number of personal notifications and tickets with unread messages, shown on the bell and in the title. */
  readonly unread: ReadonlySignal<number>
  /** The user has seen who waits; only who begins to wait from now on counts. */
  seeWaiting(): void
  read(notification: NotificationView): void
  readAll(): void
  start(): () => void
}

/** The bell and the count in the tab's title. Their code is loaded after the first page. */
export function createNotifications(parts: NotificationParts): NotificationModel {
  const personal = signal<readonly NotificationView[]>([])
  const tickets = signal<readonly TicketView[]>([])
  const uncounted = signal(0)
  const seenTimes = signal(0)
  const unread = computed(() => personal.value.length + tickets.value.length + uncounted.value)
  const remove = (isRead: (one: NotificationView) => boolean, body: { ticketId?: number }) => {
    const before = personal.peek()
    personal.value = before.filter((one) => !isRead(one))
    parts.api.post('/notifications/read', { body }).catch(() => (personal.value = before))
  }
  return {
    personal,
    tickets,
    uncounted,
    unread,
    seeWaiting: () => void seenTimes.value++,
    read: ({ ticketId }) => remove((one) => one.ticketId === ticketId, { ticketId }),
    readAll: () => remove(() => true, {}),
    start: () =>
      startLater(async () => {
        const [{ followNotifications }, { followPersonal }] = await Promise.all([
          import('./follow-notifications'),
          import('./follow-personal'),
        ])
        const stops = [
          followNotifications({ ...parts, tickets, uncounted, seenTimes }),
          followPersonal({ ...parts, personal }),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      }),
  }
}

export const [NotificationContext, useNotifications] = createRequiredContext<NotificationModel>('<App>')
