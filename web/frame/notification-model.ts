import type { ReadonlySignal } from '@preact/signals-react'

/** What the frame shows of the tickets; the ticket domain keeps it up to date. */
export interface NotificationModel {
  /** Tickets with unread messages: the bell's badge. */
  readonly unread: ReadonlySignal<number>
  /** Items that wait for somebody: the mark before the tab's title. */
  readonly waiting: ReadonlySignal<number>
  /** Reads the first state and follows the live events; returns what ends it. Runs in the browser only. */
  start(): () => void
}
