import { signal, type Signal } from '@preact/signals-react'
import { createContext, use } from 'react'
import type { TicketView } from '../../src/ticket/ticket.contract'
import type { Option } from '../ui/option'
import type { InboxModel } from './inbox-model'
import type { InboxFilters } from './inbox-question'

export type FilterKind = keyof InboxFilters
/** Names of what can be filtered by, as far as they have been chosen: the chips need them. */
export type FilterNames = Record<FilterKind, readonly Option<number | string>[]>

/** What is open over the inbox; each is fetched when it is first opened. */
export type InboxDialog =
  | { kind: 'new' }
  | { kind: 'accept'; ticket: TicketView }
  | { kind: 'transfer'; ticket: TicketView; reopening: boolean }
  | { kind: 'elsewhere'; user: string; queue: string; uuid: string | undefined }

export interface Inbox {
  model: InboxModel
  readonly dialog: Signal<InboxDialog | undefined>
  /** The ticket that was just chosen, while its conversation is on its way. */
  readonly opening: Signal<string | undefined>
  readonly filterNames: Signal<FilterNames>
  /** Tickets with a change on its way. */
  readonly busy: Signal<ReadonlySet<number>>
}

export function createInboxView(model: InboxModel): Inbox {
  return {
    model,
    dialog: signal<InboxDialog | undefined>(undefined),
    opening: signal<string | undefined>(undefined),
    filterNames: signal<FilterNames>({ tags: [], connections: [], statuses: [], users: [] }),
    busy: signal<ReadonlySet<number>>(new Set()),
  }
}

export const InboxContext = createContext<Inbox | undefined>(undefined)

export function useInbox(): Inbox {
  const inbox = use(InboxContext)
  if (!inbox) throw new Error('This component stands within the inbox')
  return inbox
}
