import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { startLater } from '../live/start-later'
import type { NotificationParts } from './notification-parts'

export interface NotificationModel {
  /** Tickets with unread messages for this user, the latest first. */
  readonly tickets: ReadonlySignal<readonly TicketView[]>
  /** Number of tickets with unread messages, shown on the bell. */
  readonly unread: ReadonlySignal<number>
  readonly waiting: ReadonlySignal<number>
  /** Loads the first state and follows live events; returns the function that stops it. In the browser only. */
  start(): () => void
}

/** The bell and the count in the tab's title. Their code is loaded after the first page. */
export function createNotifications(parts: NotificationParts): NotificationModel {
  const tickets = signal<readonly TicketView[]>([])
  const uncounted = signal(0)
  const unread = computed(() => tickets.value.length + uncounted.value)
  return {
    tickets,
    unread,
    waiting: unread,
    start: () =>
      startLater(async () => {
        const { followNotifications } = await import('./follow-notifications')
        return followNotifications({ ...parts, tickets, uncounted })
      }),
  }
}
