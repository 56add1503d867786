import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { AnnouncementView } from '../../src/platform/announcement/announcement.record'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { startLater } from '../live/start-later'
import { createRequiredContext } from '../ui/context/ui-context'

export interface AnnouncementModel {
  /** Published since the user last looked; stored on the server, so that all browsers agree. */
  readonly unseen: ReadonlySignal<number>
  readonly opened: Signal<AnnouncementView | undefined>
  look(): void
  /** Loads the count and follows live events; returns a function that stops it. In the browser only. */
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
      // A failure is not shown: the count is corrected with the next page.
      api.post('/announcements/seen').catch(reportError)
    },
    start: () =>
      startLater(async () => {
        const { followUnseen } = await import('./follow-unseen')
        return followUnseen(api, live, unseen)
      }),
  }
}

export const [AnnouncementContext, useAnnouncements] = createRequiredContext<AnnouncementModel>('<App>')
