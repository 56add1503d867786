import type { ReadonlySignal } from '@preact/signals-react'
import type { TicketCounts, TicketView } from '../../../src/ticket/ticket.answers'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { ApiClient } from '../../api/api-client'
import type { LiveSocketClient } from '../../live/live-socket-client'
import type { ListPage } from '../../live/list-items'
import type { InboxSetting } from '../state/inbox-address'
import type { InboxQueue } from './queue-choice'

export interface InboxStart extends InboxSetting {
  /** The first page for this setting. */
  page: ListPage<TicketView>
  counts: TicketCounts
  /** For admins, all queues of the company. Others choose among their own. */
  queues: readonly InboxQueue[]
  picked: readonly number[] | undefined
}

export interface InboxOptions {
  api: ApiClient
  live: LiveSocketClient
  user: ReadonlySignal<SessionUser>
  start: InboxStart
  rememberQueues?: (text: string) => void
  rememberSort?: (text: string) => void
  timing?: Partial<InboxTiming>
}

interface InboxTiming {
  /** Delay that joins several refreshes of the counts. */
  countsDelayMs: number
  /** Delay before the hidden tabs are fetched. */
  fetchAheadMs: number
}

export const defaultTiming: InboxTiming = { countsDelayMs: 600, fetchAheadMs: 1200 }
