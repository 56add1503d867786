import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { AnnouncementView } from '../../src/platform/announcement.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { startLater } from '../live/start-later'

export interface AnnouncementModel {
  /** Published since this person last looked; kept on the server, so that it is the same in every browser. */
  readonly unseen: ReadonlySignal<number>
  /** The one that is read whole, in a dialog. */
  readonly opened: Signal<AnnouncementView | undefined>
  /** The person looks at them now. */
  look(): void
  /** Reads the count and follows the live event; returns what ends it. Runs in the browser only. */
  start(): () => void
}

export function createAnnouncements(api: ApiClient, live: LiveSocketClient): AnnouncementModel {
  const unseen = signal(0)
  return {
    unseen,
    opened: signal(undefined),
    look() {
      if (unseen.peek() === 0) return
      unseen.value = 0
      // Not told to the person: the count comes back with the next page, and nothing else is lost.
      api.post('/announcements/seen').catch(reportError)
    },
    start: () =>
      startLater(async () => {
        const { followUnseen } = await import('./follow-unseen')
        return followUnseen(api, live, unseen)
      }),
  }
}
