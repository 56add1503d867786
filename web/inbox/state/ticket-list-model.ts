import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { ApiError } from '../../api/api-error'
import type { ListLoading } from '../../live/list-loading'
import { createLiveList, type LiveList } from '../../live/live-list'
import type { ListPage } from '../../live/list-items'
import { compareTickets, type SortOrder } from '../../ticket/compare-tickets'
import { ticketPageSize } from '../filter/inbox-query'

interface TicketListOptions {
  /** Undefined until it is first requested. */
  initial: ListPage<TicketView> | undefined
  sort: () => SortOrder
  fetchPage: (after: TicketView | undefined, signal: AbortSignal) => Promise<ListPage<TicketView>>
  belongs: (ticket: TicketView, isListed: boolean) => boolean
}

export interface TicketList {
  readonly items: ReadonlySignal<readonly TicketView[]>
  readonly count: ReadonlySignal<number>
  /** There are more than `count`. */
  readonly countIsLeast: ReadonlySignal<boolean>
  readonly hasMore: ReadonlySignal<boolean>
  readonly loading: ReadonlySignal<ListLoading>
  readonly failed: ReadonlySignal<ApiError | undefined>
  /** False until the first page has arrived. */
  readonly ready: ReadonlySignal<boolean>
  /** Marks the list as outdated, because the query has changed or too many events were missed. */
  outdate(): void
  /** Fetches from the first page if the list is outdated. */
  refresh(): Promise<void>
  loadMore(): Promise<void>
  retry(): Promise<void>
  has(ticketId: number): boolean
  isComplete(): boolean
  apply(ticket: TicketView): void
  change(change: (ticket: TicketView) => TicketView): void
  remove(ticketId: number): void
  dispose(): void
}

const order = {
  ASC: compareTickets('ASC'),
  DESC: compareTickets('DESC'),
  WAIT: compareTickets('WAIT'),
  DUE: compareTickets('DUE'),
}
const nothing: ListPage<TicketView> = { items: [], hasMore: true, count: 0 }

export function createTicketList({ initial, sort, fetchPage, belongs }: TicketListOptions): TicketList {
  const known = (id: number): boolean => list.items.peek().some((ticket) => ticket.id === id)
  const list: LiveList<TicketView, number> = createLiveList<TicketView, number>({
    initial: initial ?? nothing,
    key: ({ id }) => id,
    compare: (a, b) => order[sort()](a, b),
    pageSize: ticketPageSize,
    matches: (ticket) => belongs(ticket, known(ticket.id)),
    async fetchPage({ last, signal }) {
      const page = await fetchPage(last, signal)
      if (!signal.aborted) countIsLeast.value = page.countIsLeast ?? false
      return page
    },
  })
  const countIsLeast = signal(initial?.countIsLeast ?? false)
  const ready = signal(initial !== undefined)
  let current = initial !== undefined
  /** The request in progress. Only the answer to the last one makes the list current. */
  let requested: Promise<void> | undefined

  function refresh(): Promise<void> {
    if (current) return Promise.resolve()
    if (requested) return requested
    const mine: Promise<void> = list.reload().then(() => {
      if (requested !== mine) return
      requested = undefined
      if (list.failed.peek()) return
      current = true
      ready.value = true
    })
    requested = mine
    return mine
  }

  return {
    items: list.items,
    count: list.count,
    countIsLeast,
    hasMore: list.hasMore,
    loading: list.loading,
    failed: list.failed,
    ready,
    outdate() {
      current = false
      requested = undefined
    },
    refresh,
    loadMore: () => (current ? list.loadMore() : Promise.resolve()),
    retry: () => (current ? list.loadMore() : refresh()),
    has: known,
    isComplete: () => current && !list.hasMore.peek(),
    // Live events do not contain the search match.
    apply: (ticket) => list.upsert(withHit(ticket, list.items.peek())),
    change: (change) => changeAll(list, change),
    remove: (ticketId) => list.remove(ticketId),
    dispose: () => list.dispose(),
  }
}

function changeAll(list: LiveList<TicketView, number>, change: (ticket: TicketView) => TicketView) {
  for (const ticket of list.items.peek()) {
    const changed = change(ticket)
    if (changed !== ticket) list.upsert(changed)
  }
}

function withHit(ticket: TicketView, listed: readonly TicketView[]): TicketView {
  const hit = ticket.hit ?? listed.find(({ id }) => id === ticket.id)?.hit
  return hit ? { ...ticket, hit } : ticket
}
