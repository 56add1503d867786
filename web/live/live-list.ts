import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { ApiError } from '../api/api-error'
import { createListItems, type ListPage } from './list-items'
import { createListSearch } from './list-search'
import { createPageRequests, type PageRequest } from './page-requests'
import { createTouchLog } from './touch-log'

export interface LiveListOptions<Item, Id> {
  initial: ListPage<Item>
  /** The search text of the first page. */
  search?: string
  key: (item: Item) => Id
  compare: (a: Item, b: Item) => number
  fetchPage: (request: PageRequest<Item>) => Promise<ListPage<Item>>
  /** Returns whether a live item belongs to the list with the current search and filter. */
  matches?: (item: Item, search: string) => boolean
  /** Items per page: 40 for tickets and contacts, 20 elsewhere. */
  pageSize?: number
  searchDelayMs?: number
}

/** `replace`: the first page is loading (a search, a reload); the old items stay until it arrives. */
export type ListLoading = 'idle' | 'more' | 'replace'

export interface LiveList<Item, Id> {
  readonly items: ReadonlySignal<readonly Item[]>
  readonly count: ReadonlySignal<number>
  readonly hasMore: ReadonlySignal<boolean>
  readonly loading: ReadonlySignal<ListLoading>
  readonly failed: ReadonlySignal<ApiError | undefined>
  /** The last reload or search failed, so the items are older. */
  readonly stale: ReadonlySignal<boolean>
  readonly searchText: ReadonlySignal<string>
  /** Does nothing while a page is loading or when all are loaded. A stale list is reloaded first. */
  loadMore(): Promise<void>
  /** Repeats the failed request. */
  retry(): Promise<void>
  /** Waits 500 ms for more typing; an empty text is searched at once. */
  search(text: string): void
  /**
   * Applies a live change: inserts, moves, or removes an item that no longer matches. `created` says that the item is
   * new, so that the count may grow; while pages are missing, an item that is not loaded may have been counted already.
   */
  upsert(item: Item, created?: boolean): void
  /** Adds the result of the client's own call, unless a live change of it arrived first. */
  add(item: Item): void
  /** Changes one loaded item; does nothing when it is not loaded. */
  update(id: Id, change: (item: Item) => Item): void
  remove(id: Id): void
  /** Loads the first page again after a changed filter or a long gap. */
  reload(): Promise<void>
  dispose(): void
}

const defaultPageSize = 20
/** Limit of consecutive pages without new items, which were all received live. */
const emptyPagesMax = 3

/** The model of every paged, searched list with live changes. */
export function createLiveList<Item, Id>(options: LiveListOptions<Item, Id>): LiveList<Item, Id> {
  const { key, matches = () => true, pageSize = defaultPageSize } = options
  const loading = signal<ListLoading>('idle')
  const stale = signal(false)
  const touches = createTouchLog<Id>()
  const list = createListItems(options)
  const requests = createPageRequests({ ...options, touches })
  const { failed } = requests
  const search = createListSearch({
    first: options.search ?? '',
    delayMs: options.searchDelayMs,
    isFailed: () => failed.value !== undefined,
    changed: () => void reload(),
  })

  const begin = (what: ListLoading) =>
    batch(() => {
      loading.value = what
      failed.value = undefined
    })

  async function loadMore() {
    if (loading.value !== 'idle') return
    if (stale.value) return reload()
    if (!list.hasMore.value) return
    const isOvertaken = requests.watch()
    begin('more')
    // Computed from the loaded items, because removals move the next items up a page.
    let pageNumber = Math.floor(list.items.value.length / pageSize) + 1
    for (let empty = 0; empty < emptyPagesMax && list.hasMore.value; empty++, pageNumber++) {
      const page = await requests.ask({ pageNumber, search: search.active(), last: list.items.value.at(-1) })
      if (!page || list.add(page) > 0) break
    }
    if (!isOvertaken()) loading.value = 'idle'
  }

  async function reload() {
    requests.overtake()
    const isOvertaken = requests.watch()
    begin('replace')
    const since = touches.begin()
    const page = await requests.ask({ pageNumber: 1, search: search.active(), last: undefined })
    touches.end()
    if (isOvertaken()) return
    batch(() => {
      const isNewer = (item: Item) => touches.touched(key(item), since) && matches(item, search.active())
      if (page) list.replace(page, isNewer)
      stale.value = page === undefined
      loading.value = 'idle'
    })
  }

  function upsert(item: Item, created = false) {
    touches.touch(key(item))
    list.place(item, { belongs: matches(item, search.active()), created })
  }

  return {
    items: list.items,
    count: list.count,
    hasMore: list.hasMore,
    loading,
    failed,
    stale,
    searchText: search.text,
    search: search.search,
    loadMore,
    reload,
    upsert,
    retry: () => (stale.value ? reload() : loadMore()),
    add: (item) => void (list.find(key(item)) === undefined && upsert(item, true)),
    update(id, change) {
      const item = list.find(id)
      if (item !== undefined) upsert(change(item))
    },
    remove(id) {
      touches.touch(id)
      list.remove(id)
    },
    dispose() {
      search.dispose()
      requests.dispose()
    },
  }
}
