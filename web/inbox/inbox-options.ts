import type { ReadonlySignal } from '@preact/signals-react'
import type { TicketCounts, TicketView } from '../../src/ticket/ticket.answers'
import type { SessionUser } from '../../src/user/session.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { ListPage } from '../live/list-items'
import type { InboxSetting } from './inbox-address'
import type { InboxQueue } from './queue-choice'

export interface InboxStart extends InboxSetting {
  /** Of the list that this setting shows. */
  page: ListPage<TicketView>
  counts: TicketCounts
  /** Every queue of the company, for admins; the others choose among their own. */
  queues: readonly InboxQueue[]
  /** The queues that were picked in this browser. */
  picked: readonly number[] | undefined
}

export interface InboxOptions {
  api: ApiClient
  live: LiveSocketClient
  /** The signed-in person; what they may see can change while the inbox is open. */
  user: ReadonlySignal<SessionUser>
  start: InboxStart
  rememberQueues?: (text: string) => void
  timing?: Partial<InboxTiming>
}

interface InboxTiming {
  /** In which doubts about the counts gather before the server is asked. */
  countsDelayMs: number
  /** Until the tabs out of sight are fetched, too. */
  fetchAheadMs: number
}

export const defaultTiming: InboxTiming = { countsDelayMs: 600, fetchAheadMs: 1200 }
