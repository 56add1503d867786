import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { TicketCounts, TicketView } from '../../src/ticket/ticket.answers'
import { canShowAllTickets } from '../../src/ticket/ticket.policy'
import type { ListPage } from '../live/live-list'
import { createTouchLog, type TouchLog } from '../live/touch-log'
import { actorOf } from '../session/session-actor'
import { followTickets } from '../ticket/follow-tickets'
import { defaultTiming, type InboxOptions } from './inbox-options'
import { createInboxCounts, type TabMove } from './inbox-counts'
import { hasTab, type InboxViewName } from './inbox-address'
import {
  askTickets,
  belongsTo,
  inboxListNames,
  inboxTabs,
  isOnTab,
  noSearch,
  shownList,
  tabOf,
  type InboxListName,
  type InboxQuestion,
  type InboxScope,
  type InboxSearch,
  type InboxTab,
} from './inbox-question'
import type { SortOrder } from '../ticket/compare-tickets'
import { createTicketPositions } from './ticket-positions'
import { followRights } from './follow-rights'
import { createQueueChoice, writePicked, type QueueChoice } from './queue-choice'
import { readTicket, withContact } from './listed-ticket'
import { createTicketList, type TicketList } from './ticket-list-model'

export interface InboxModel {
  readonly view: ReadonlySignal<InboxViewName>
  readonly tab: ReadonlySignal<InboxTab>
  readonly search: ReadonlySignal<InboxSearch>
  readonly showAll: ReadonlySignal<boolean>
  readonly sort: ReadonlySignal<SortOrder>
  readonly queues: QueueChoice
  readonly counts: ReadonlySignal<TicketCounts>
  /** The list in sight, by name. */
  readonly shown: ReadonlySignal<InboxListName>
  list(name: InboxListName): TicketList
  showTab(tab: InboxTab): void
  showView(view: InboxViewName): void
  setSearch(part: Partial<InboxSearch>): void
  setShowAll(showAll: boolean): void
  setQueues(queueIds: readonly number[] | undefined): void
  toggleSort(): void
  /** Makes a call that answers a ticket; `apply` it only where it is the newest. */
  ask: TouchLog<number>['ask']
  /** The answer to a call of our own; the live event says the same a moment later. */
  apply(ticket: TicketView): void
  /** Goes where a changed ticket is now: to its tab, leaving any search. */
  follow(ticket: TicketView): void
  /** The ticket whose conversation is open: once this person takes it up, its tab is shown. */
  setOpened(ticket: TicketView | undefined): void
  /** From the first page again, all that is shown. */
  reload(): void
  /** Follows the live line and the person's rights; returns what ends it. */
  start(): () => void
}

/** The inbox of one person: a live list for each tab, one for what is resolved, one for what is searched. */
export function createInbox({ api, live, user, start, rememberQueues, ...options }: InboxOptions): InboxModel {
  const timing = { ...defaultTiming, ...options.timing }
  const actor = () => actorOf(user.peek())
  const view = signal<InboxViewName>(start.view)
  const tab = signal<InboxTab>(start.tab)
  const search = signal<InboxSearch>(start.search)
  const showAll = signal(start.showAll)
  const sort = signal<SortOrder>(start.sort)
  const ofCompany = signal(start.queues)
  const queues = createQueueChoice({
    user,
    ofCompany,
    picked: start.picked,
    remember: (picked) => rememberQueues?.(writePicked(user.peek(), picked)),
  })
  const places = createTicketPositions()
  const touches = createTouchLog<number>()
  let opened: TicketView | undefined
  const shown = computed(() => shownList({ view: view.value, tab: tab.value, search: search.value }))

  const scope = (): InboxScope => ({ showAll: showAll.peek(), queueIds: queues.asked.peek() })
  const isTab = (name: InboxListName) => name !== 'closed' && name !== 'search'
  const questionOf = (list: InboxListName): InboxQuestion => ({
    list,
    ...scope(),
    sort: isTab(list) ? sort.peek() : 'DESC',
    ...(list === 'search' ? search.peek() : noSearch),
  })
  const note = (page: ListPage<TicketView>) => {
    for (const ticket of page.items) places.note(ticket.id, ticket)
    return page
  }

  const lists = new Map(
    inboxListNames.map((name) => [
      name,
      createTicketList({
        initial: name === shown.peek() ? note(start.page) : undefined,
        sort: () => (isTab(name) ? sort.peek() : 'DESC'),
        fetchPage: async (after, signal) => note(await askTickets(api, questionOf(name), after, { signal })),
        belongs: (ticket, isListed) => belongsTo(actor(), questionOf(name), ticket, isListed),
      }),
    ]),
  )
  const list = (name: InboxListName) => lists.get(name) as TicketList
  const counts = createInboxCounts({
    initial: start.counts,
    delayMs: timing.countsDelayMs,
    fetchCounts: (signal) => api.untyped.get<TicketCounts>('/tickets/counts', { ...scope() }, { signal }),
  })

  /** After the change these must be asked anew: the one in sight at once, the others when they come into sight. */
  function outdate(names: readonly InboxListName[], change: () => void = () => {}) {
    batch(() => {
      change()
      for (const name of names) list(name).outdate()
    })
    void list(shown.peek()).refresh()
  }

  function rescope(change: () => void) {
    outdate(inboxListNames, change)
    counts.refresh('now')
  }

  function moveOf(ticketId: number, after: TicketView | undefined): TabMove {
    const place = places.find(ticketId)
    const of = (name: InboxTab) => ({
      before: place ? isOnTab(actor(), scope(), name, place) : list(name).isComplete() ? false : undefined,
      after: after !== undefined && isOnTab(actor(), scope(), name, after),
    })
    return { open: of('open'), pending: of('pending'), group: of('group') }
  }

  /** `moved`: it may stand elsewhere than before, which a mere message never does unannounced. */
  function take(ticket: TicketView, moved: boolean) {
    const known = places.find(ticket.id) !== undefined
    batch(() => {
      if (moved || known) {
        counts.move(moveOf(ticket.id, ticket))
        places.note(ticket.id, ticket)
      }
      for (const name of inboxListNames) list(name).apply(ticket)
      followOpened(ticket)
    })
  }

  function followOpened(ticket: TicketView) {
    if (ticket.id !== opened?.id) return
    const taken = ticket.status !== opened.status && ticket.userId === user.peek().id
    opened = ticket
    if (taken && (ticket.status === 'open' || ticket.status === 'group')) model.follow(ticket)
  }

  function lose(ticketId: number) {
    batch(() => {
      counts.move(moveOf(ticketId, undefined))
      places.forget(ticketId)
      for (const name of inboxListNames) list(name).remove(ticketId)
    })
  }

  const model: InboxModel = {
    view,
    tab,
    search,
    showAll,
    sort,
    queues,
    counts: counts.counts,
    shown,
    list,
    showTab: (next) => void (tab.value = next),
    showView: (next) =>
      batch(() => {
        leaveSearch()
        view.value = next
      }),
    setSearch(part) {
      outdate(['search'], () => void (search.value = { ...search.peek(), ...part }))
    },
    setShowAll: (next) => rescope(() => void (showAll.value = next)),
    setQueues: (queueIds) => queues.choose(queueIds),
    toggleSort() {
      outdate(inboxTabs, () => void (sort.value = sort.peek() === 'DESC' ? 'ASC' : 'DESC'))
    },
    ask: touches.ask,
    apply: (ticket) => take(ticket, true),
    follow(ticket) {
      const next = tabOf(ticket.status)
      if (!next) return
      batch(() => {
        leaveSearch()
        view.value = 'tabs'
        tab.value = next
      })
    },
    setOpened(ticket) {
      opened = ticket
      if (ticket && !places.find(ticket.id)) places.note(ticket.id, ticket)
    },
    reload() {
      places.clear()
      outdate(inboxListNames)
      counts.refresh('now')
    },
    start() {
      const stops = [
        effect(() => {
          const name = shown.value
          untracked(() => void list(name).refresh())
        }),
        fetchAhead(),
        followRights({ api, live, user, ofCompany, asked: queues.asked, onChange: () => rescope(giveUpWhatIsLost) }),
        followTickets(live, {
          companyId: user.peek().companyId,
          actor,
          news: {
            onTicket(ticket, moved) {
              touches.touch(ticket.id)
              take(ticket, moved)
            },
            onGone(ticketId) {
              touches.touch(ticketId)
              lose(ticketId)
            },
            onLeftTab: (ticketId, status) => {
              const left = tabOf(status)
              if (left) list(left).remove(ticketId)
            },
            onRead: (ticketId) => changeAll((ticket) => (ticket.id === ticketId ? readTicket(ticket) : ticket)),
            onContact: (contact) => changeAll((ticket) => withContact(ticket, contact)),
          },
        }),
        // Too much was missed to be sent again.
        live.subscribe('reload', () => model.reload()),
      ]
      return () => {
        for (const stop of stops) stop()
        for (const name of inboxListNames) list(name).dispose()
        counts.dispose()
      }
    },
  }

  /** The other tabs, once the first stands: going there shows them at once, and what moves on them is known. */
  function fetchAhead() {
    const timer = setTimeout(() => {
      for (const name of inboxTabs) if (hasTab(user.peek(), name)) void list(name).refresh()
    }, timing.fetchAheadMs)
    return () => clearTimeout(timer)
  }

  /** What is looked for stands over the views, so whoever goes to one has found it. */
  function leaveSearch() {
    if (shown.peek() === 'search') search.value = noSearch
  }

  /** A tab or a view that this person has no more. */
  function giveUpWhatIsLost() {
    places.clear()
    if (!hasTab(user.peek(), tab.peek())) tab.value = 'open'
    if (!canShowAllTickets(actor())) showAll.value = false
  }

  function changeAll(change: (ticket: TicketView) => TicketView) {
    for (const name of inboxListNames) list(name).change(change)
  }

  return model
}
