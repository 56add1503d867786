import type { UserActor } from '../../../src/kernel/company/actor'
import { isInBranch, type TicketTabFields, ticketScope } from '../../../src/ticket/list/ticket-scope'
import { statusesOnTab, type TicketStatus } from '../../../src/ticket/ticket-status'
import type { TicketPriority } from '../../../src/ticket/ticket-priority.contract'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { canFilterByUser } from '../../../src/ticket/ticket.policy'
import type { ApiClient } from '../../api/api-client'
import type { ListPage } from '../../live/list-items'
import { matchesContactSearch } from '../../../src/contact/list/contact-search.contract'
import { sortTimeOf, type SortOrder } from '../../ticket/compare-tickets'

/** `snoozed` is shown while there are any. */
export const inboxTabs = ['open', 'pending', 'group', 'snoozed'] as const
export type InboxTab = (typeof inboxTabs)[number]

/** All lists of the inbox: its tabs, the closed tickets, and the results of a search or filter. */
export type InboxListName = InboxTab | 'closed' | 'search'
export const inboxListNames: readonly InboxListName[] = [...inboxTabs, 'closed', 'search']

export const filterStatuses = ['open', 'closed', 'pending', 'group'] as const satisfies readonly TicketStatus[]
export type FilterStatus = (typeof filterStatuses)[number]

/** Filters in addition to the tab. Ids, never names. */
export interface InboxFilters {
  tags: readonly number[]
  connections: readonly number[]
  statuses: readonly TicketStatus[]
  users: readonly number[]
  priorities: readonly TicketPriority[]
}

export const noFilters: InboxFilters = { tags: [], connections: [], statuses: [], users: [], priorities: [] }

export const countFilters = (filters: InboxFilters) =>
  Object.values(filters).reduce((count, chosen: readonly unknown[]) => count + chosen.length, 0)

export const isFiltered = (filters: InboxFilters) => countFilters(filters) > 0

export interface InboxScope {
  showAll: boolean
  queueIds: readonly number[] | undefined
}

export interface InboxSearch {
  text: string
  inMessages: boolean
  filters: InboxFilters
}

export const noSearch: InboxSearch = { text: '', inMessages: false, filters: noFilters }

/** Returns the visible list: a search takes precedence over views, a view over tabs. */
export function shownList({ view, tab, search }: { view: 'tabs' | 'closed'; tab: InboxTab; search: InboxSearch }) {
  if (search.text.trim() !== '' || isFiltered(search.filters)) return 'search'
  return view === 'closed' ? 'closed' : tab
}

/** The complete query of a list. Equal queries have the same answer. */
export interface InboxQuery extends InboxScope, InboxSearch {
  list: InboxListName
  sort: SortOrder
}

/** The order of a list. Only tabs have the user's choice; without one, who has waited longest is first to be answered. */
export function sortOfList(name: InboxListName, chosen: SortOrder | undefined): SortOrder {
  if (name === 'closed' || name === 'search') return 'DESC'
  if (name === 'pending') return chosen ?? 'WAIT'
  return chosen === 'WAIT' ? 'DESC' : (chosen ?? 'DESC')
}

export const ticketPageSize = 40

export async function fetchTickets(
  api: ApiClient,
  query: InboxQuery,
  after?: TicketKey,
  signal?: AbortSignal,
): Promise<ListPage<TicketView>> {
  const page = await api.get('/tickets', { query: toQuery(query, after), signal })
  const { tickets: items, hasMore, count, countIsLeast } = page
  return { items, hasMore, count, countIsLeast }
}

type TicketKey = Pick<TicketView, 'id' | 'updatedAt' | 'waitingSince' | 'due'>

function toQuery(query: InboxQuery, after: TicketKey | undefined) {
  const { list, showAll, queueIds, sort, text, inMessages, filters } = query
  return {
    status: list,
    showAll,
    queueIds,
    sortTickets: sort,
    ...(after ? { cursor: `${Date.parse(sortTimeOf(after, sort))}-${after.id}` } : { pageNumber: 1 }),
    ...(list === 'search' && {
      searchParam: text.trim() || undefined,
      searchOnMessages: inMessages || undefined,
      tags: given(filters.tags),
      users: given(filters.users),
      whatsapps: given(filters.connections),
      priorities: given(filters.priorities),
      statusFilter: given(filters.statuses.flatMap(statusesOnTab)),
    }),
  }
}

function given<Value>(list: readonly Value[]) {
  return list.length > 0 ? list : undefined
}

/** Returns whether a ticket belongs on a tab, by the same rule as the server's lists and counts. */
export function isOnTab(
  actor: UserActor,
  { showAll, queueIds }: InboxScope,
  tab: InboxListName,
  fields: TicketTabFields,
) {
  return ticketScope(actor, { tab, showAll, queueIds }).some((branch) => isInBranch(branch, actor.userId, fields))
}

/** `isListed` decides where only the server could: whether messages match. */
export function belongsTo(actor: UserActor, query: InboxQuery, ticket: TicketView, isListed: boolean): boolean {
  if (!isOnTab(actor, query, query.list, ticket)) return false
  if (query.list !== 'search') return true
  return passesFilters(actor, query.filters, ticket) && (isListed || containsText(ticket, query.text))
}

function passesFilters(
  actor: UserActor,
  { tags, connections, statuses, users, priorities }: InboxFilters,
  ticket: TicketView,
) {
  if (priorities.length > 0 && !priorities.includes(ticket.priority)) return false
  if (statuses.length > 0 && !statuses.flatMap(statusesOnTab).includes(ticket.status)) return false
  if (connections.length > 0 && !connections.includes(ticket.whatsappId ?? 0)) return false
  if (users.length > 0 && canFilterByUser(actor) && !users.includes(ticket.userId ?? 0)) return false
  return tags.every((id) => ticket.tags.some((tag) => tag.id === id))
}

function containsText({ contact }: TicketView, text: string) {
  return matchesContactSearch(contact, text)
}

/** Returns the tab of a ticket with this status; undefined for a closed one. */
export function tabOf(status: TicketStatus): Exclude<InboxTab, 'snoozed'> | undefined {
  return statusTabs.find((tab) => statusesOnTab(tab).includes(status))
}

const statusTabs = ['open', 'pending', 'group'] as const

/** Returns the tab that lists the ticket; undefined for a closed one. */
export function tabOfTicket({ status, snoozedUntil }: Pick<TicketView, 'status' | 'snoozedUntil'>) {
  return snoozedUntil ? 'snoozed' : tabOf(status)
}
