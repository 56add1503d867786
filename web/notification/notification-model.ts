import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { startLater } from '../live/start-later'
import type { NotificationParts } from './notification-parts'

/** What the frame shows of the tickets. */
export interface NotificationModel {
  /** Those with something unread that this person is told of, the latest first. */
  readonly tickets: ReadonlySignal<readonly TicketView[]>
  /** Tickets with unread messages: the bell's badge. */
  readonly unread: ReadonlySignal<number>
  /** Items that wait for somebody: the mark before the tab's title. */
  readonly waiting: ReadonlySignal<number>
  /** Reads the first state and follows the live events; returns what ends it. Runs in the browser only. */
  start(): () => void
}

/** The bell and the mark before the tab's title. What keeps them is fetched when the first page stands. */
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
