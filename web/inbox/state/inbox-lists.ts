import { batch } from '@preact/signals-react'
import type { UserActor } from '../../../src/kernel/company/actor'
import { recordOf } from '../../../src/kernel/typed-object.contract'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { ApiClient } from '../../api/api-client'
import type { ListPage } from '../../live/list-items'
import {
  fetchTickets,
  belongsTo,
  inboxListNames,
  noSearch,
  sortOfList,
  type InboxListName,
  type InboxQuery,
  type InboxScope,
} from '../filter/inbox-query'
import type { InboxSelection } from '../selection/inbox-selection'
import { createTicketList, type TicketList } from './ticket-list-model'

/** The lists of the inbox: one per tab, one for closed tickets, one for the search. */
export interface InboxLists {
  list(name: InboxListName): TicketList
  /** Marks lists as outdated by the change. The visible one is fetched at once, the others when they are shown. */
  outdate(names: readonly InboxListName[], change?: () => void): void
  refresh(names: readonly InboxListName[]): void
  apply(ticket: TicketView): void
  remove(ticketId: number): void
  change(change: (ticket: TicketView) => TicketView): void
  dispose(): void
}

interface ListsOptions {
  api: ApiClient
  actor: () => UserActor
  scope: () => InboxScope
  selection: InboxSelection
  first: ListPage<TicketView>
  /** Called for every loaded ticket. */
  loaded: (ticket: TicketView) => void
}

export function createInboxLists({ api, actor, scope, selection, first, loaded }: ListsOptions): InboxLists {
  const { shown, search, sort } = selection
  const sortOf = (name: InboxListName) => sortOfList(name, sort.peek())
  const queryOf = (name: InboxListName): InboxQuery => ({
    list: name,
    ...scope(),
    sort: sortOf(name),
    ...(name === 'search' ? search.peek() : noSearch),
  })
  const reportLoaded = (page: ListPage<TicketView>) => {
    page.items.forEach(loaded)
    return page
  }
  const create = (name: InboxListName) =>
    createTicketList({
      initial: name === shown.peek() ? reportLoaded(first) : undefined,
      sort: () => sortOf(name),
      fetchPage: async (after, signal) => reportLoaded(await fetchTickets(api, queryOf(name), after, signal)),
      belongs: (ticket, isListed) => belongsTo(actor(), queryOf(name), ticket, isListed),
    })
  const lists = recordOf(inboxListNames, create)
  const list = (name: InboxListName) => lists[name]
  const all = Object.values(lists)

  return {
    list,
    outdate(names, change = () => {}) {
      batch(() => {
        change()
        for (const name of names) list(name).outdate()
      })
      void list(shown.peek()).refresh()
    },
    refresh: (names) => names.forEach((name) => void list(name).refresh()),
    apply: (ticket) => all.forEach((one) => one.apply(ticket)),
    remove: (ticketId) => all.forEach((one) => one.remove(ticketId)),
    change: (change) => all.forEach((one) => one.change(change)),
    dispose: () => all.forEach((one) => one.dispose()),
  }
}
