import { ticketPriorities, type TicketPriority } from '../../../src/ticket/ticket-priority.contract'
import { searchLengthMax } from '../../../src/kernel/text/search-words.contract'
import { keysOf } from '../../../src/kernel/typed-object.contract'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { canShowAllTickets } from '../../../src/ticket/ticket.policy'
import type { SessionUser } from '../../../src/user/session/session.calls'
import { choiceOfPerson } from '../../session/remembered-choice'
import { actorOf } from '../../session/session-actor'
import {
  filterStatuses,
  inboxTabs,
  tabOfTicket,
  type FilterStatus,
  type InboxSearch,
  type InboxTab,
} from '../filter/inbox-query'
import { sortOrders, type SortOrder } from '../../ticket/compare-tickets'

export type InboxViewName = 'tabs' | 'closed'

/** The state of the inbox in the address, so that a reload, the back button and a copied link show the same. */
export interface InboxSetting {
  view: InboxViewName
  tab: InboxTab
  search: InboxSearch
  showAll: boolean
  /** Undefined until the user chooses one. */
  sort: SortOrder | undefined
}

const names = {
  tags: 'tags',
  connections: 'connections',
  statuses: 'statuses',
  users: 'users',
  priorities: 'priorities',
} as const

/** Missing or invalid values get their defaults. `ticket` is the open one, `sort` the order that was remembered in this browser. */
export function readInboxAddress(
  query: URLSearchParams,
  user: SessionUser,
  ticket?: TicketView,
  sort?: string,
): InboxSetting {
  const tab = inboxTabs.find((name) => name === query.get('tab') && hasTab(user, name))
  return {
    view: query.get('view') === 'closed' ? 'closed' : 'tabs',
    tab: tab ?? defaultTab(user, ticket),
    showAll: query.has('all') && canShowAllTickets(actorOf(user)),
    sort: sortNamed(query.get('sort')?.toUpperCase() ?? choiceOfPerson(user, sort)),
    search: {
      text: (query.get('q') ?? '').slice(0, searchLengthMax),
      inMessages: query.has('messages'),
      filters: {
        tags: readIds(query.get(names.tags)),
        connections: readIds(query.get(names.connections)),
        statuses: readWords(query.get(names.statuses)).filter(isStatus),
        users: readIds(query.get(names.users)),
        priorities: readWords(query.get(names.priorities)).filter(isPriority),
      },
    },
  }
}

/** Writes only values that differ from the defaults, so that the default inbox has a plain address. */
export function writeInboxAddress(setting: InboxSetting, user: SessionUser, ticket?: TicketView): URLSearchParams {
  const { view, tab, search, showAll, sort } = setting
  const query = new URLSearchParams()
  if (view === 'closed') query.set('view', view)
  if (tab !== defaultTab(user, ticket)) query.set('tab', tab)
  if (showAll) query.set('all', '1')
  if (sort) query.set('sort', sort.toLowerCase())
  if (search.text.trim() !== '') query.set('q', search.text)
  if (search.inMessages) query.set('messages', '1')
  for (const kind of keysOf(names)) {
    const values = search.filters[kind]
    if (values.length > 0) query.set(names[kind], values.join())
  }
  return query
}

/** Returns the open ticket's tab, if the user has that tab. */
function defaultTab(user: SessionUser, ticket: TicketView | undefined): InboxTab {
  const tab = ticket && tabOfTicket(ticket)
  return tab && hasTab(user, tab) ? tab : 'open'
}

export function hasTab(user: Pick<SessionUser, 'allowGroup'>, tab: InboxTab) {
  return tab !== 'group' || user.allowGroup
}

const sortNamed = (name: string | undefined) => sortOrders.find((order) => order === name)
const isStatus = (word: string): word is FilterStatus => filterStatuses.some((status) => status === word)
const isPriority = (word: string): word is TicketPriority => ticketPriorities.some((priority) => priority === word)
const readWords = (text: string | null) => (text ?? '').split(',').filter((word) => word !== '')

function readIds(text: string | null) {
  return readWords(text)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
}
