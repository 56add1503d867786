import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { canShowAllTickets } from '../../../src/ticket/ticket.policy'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { SortOrder } from '../../ticket/compare-tickets'
import { hasTab, type InboxSetting, type InboxViewName } from '../state/inbox-address'
import {
  noSearch,
  shownList,
  sortOfList,
  tabOfTicket,
  type InboxListName,
  type InboxSearch,
  type InboxTab,
} from '../filter/inbox-query'

export interface InboxSelection {
  readonly view: ReadonlySignal<InboxViewName>
  readonly tab: ReadonlySignal<InboxTab>
  readonly search: ReadonlySignal<InboxSearch>
  readonly showAll: ReadonlySignal<boolean>
  readonly sort: ReadonlySignal<SortOrder | undefined>
  readonly shownSort: ReadonlySignal<SortOrder>
  readonly shown: ReadonlySignal<InboxListName>
  showTab(tab: InboxTab): void
  showView(view: InboxViewName): void
  setSearch(part: Partial<InboxSearch>): void
  setShowAll(showAll: boolean): void
  setSort(sort: SortOrder): void
  follow(ticket: TicketView): void
  /** Leaves a tab or view that the user may no longer see. */
  leaveHiddenViews(user: SessionUser, actor: UserActor): void
}

export function createInboxSelection(start: InboxSetting): InboxSelection {
  const view = signal<InboxViewName>(start.view)
  const tab = signal<InboxTab>(start.tab)
  const search = signal<InboxSearch>(start.search)
  const showAll = signal(start.showAll)
  const sort = signal(start.sort)
  const shown = computed(() => shownList({ view: view.value, tab: tab.value, search: search.value }))

  const showView = (next: InboxViewName) =>
    batch(() => {
      if (shown.peek() === 'search') search.value = noSearch
      view.value = next
    })

  return {
    view,
    tab,
    search,
    showAll,
    sort,
    shownSort: computed(() => sortOfList(shown.value, sort.value)),
    shown,
    showView,
    showTab: (next) => void (tab.value = next),
    setSearch: (part) => void (search.value = { ...search.peek(), ...part }),
    setShowAll: (next) => void (showAll.value = next),
    setSort: (next) => void (sort.value = next),
    follow(ticket) {
      const next = tabOfTicket(ticket)
      if (!next) return
      batch(() => {
        showView('tabs')
        tab.value = next
      })
    },
    leaveHiddenViews(user, actor) {
      if (!hasTab(user, tab.peek())) tab.value = 'open'
      if (!canShowAllTickets(actor)) showAll.value = false
    },
  }
}
