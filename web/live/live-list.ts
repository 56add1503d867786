import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ApiError } from '../api/api-error'
import { createListItems, type ListPage } from './list-items'
import { createListLoading, type ListLoading, createPageRequests, type PageRequest } from './list-loading'
import { createTouchLog } from './touch-log'

interface SearchOptions {
  first: string
  delayMs: number | undefined
  /** A failed search is repeated for the same text. */
  isFailed: () => boolean
  changed: () => void
}

const defaultDelayMs = 500

interface LiveListOptions<Item, Id> {
  initial: ListPage<Item>
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

export interface LiveList<Item, Id> {
  readonly items: ReadonlySignal<readonly Item[]>
  readonly count: ReadonlySignal<number>
  readonly hasMore: ReadonlySignal<boolean>
  readonly loading: ReadonlySignal<ListLoading>
  readonly failed: ReadonlySignal<ApiError | undefined>
  readonly stale: ReadonlySignal<boolean>
  readonly searchText: ReadonlySignal<string>
  /** Does nothing while a page is loading or when all are loaded. A stale list is reloaded first. */
  loadMore(): Promise<void>
  retry(): Promise<void>
  /** Waits 500 ms for more typing; an empty text is searched at once. */
  search(text: string): void
  /** `created`: the count may grow; otherwise an item that is not loaded may have been counted. */
  upsert(item: Item, change?: { created?: boolean }): void
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

export function createLiveList<Item, Id>(options: LiveListOptions<Item, Id>): LiveList<Item, Id> {
  const { key, matches = () => true, pageSize = defaultPageSize } = options
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
  const belongs = (item: Item) => matches(item, search.active())
  const { loading, stale, loadMore, reload } = createListLoading({
    list,
    requests,
    touches,
    pageSize,
    search: search.active,
    isNewer: (item, since) => touches.touched(key(item), since) && belongs(item),
  })

  function upsert(item: Item, { created = false }: { created?: boolean } = {}) {
    touches.touch(key(item))
    list.place(item, { belongs: belongs(item), created })
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
    add: (item) => void (list.find(key(item)) === undefined && upsert(item, { created: true })),
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

/** The typed search text and, after a delay, the searched one. */
function createListSearch({ first, delayMs = defaultDelayMs, isFailed, changed }: SearchOptions) {
  const text = signal(first)
  let active = first
  let timer: ReturnType<typeof setTimeout> | undefined

  function start(wanted: string) {
    if (wanted === active && !isFailed()) return
    active = wanted
    changed()
  }

  return {
    text,
    active: () => active,
    search(wanted: string) {
      text.value = wanted
      clearTimeout(timer)
      if (wanted === '') start(wanted)
      else timer = setTimeout(start, delayMs, wanted)
    },
    dispose: () => clearTimeout(timer),
  }
}
