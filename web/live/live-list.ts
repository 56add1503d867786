import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import { ApiError } from '../api/api-error'
import { createTouchLog } from './touch-log'

export interface ListPage<Item> {
  items: Item[]
  hasMore: boolean
  /** The number of matches, loaded or not. */
  count: number
  /** There are more than `count`; where nothing is said there are not. */
  countIsLeast?: boolean
}

export interface PageRequest<Item> {
  /** From 1. */
  pageNumber: number
  search: string
  /** The last item that is loaded, for calls that page by key. */
  last: Item | undefined
  signal: AbortSignal
}

export interface LiveListOptions<Item, Id> {
  initial: ListPage<Item>
  /** What the first page was searched for. */
  search?: string
  key: (item: Item) => Id
  compare: (a: Item, b: Item) => number
  fetchPage: (request: PageRequest<Item>) => Promise<ListPage<Item>>
  /** Whether an item that arrives live belongs to the list as it is searched and filtered now. */
  matches?: (item: Item, search: string) => boolean
  /** Items a page holds: 40 for tickets and contacts, 20 elsewhere. */
  pageSize?: number
  searchDelayMs?: number
}

/** `replace`: the first page is on its way (a search, a reload); what is shown stays until it comes. */
export type ListLoading = 'idle' | 'more' | 'replace'

export interface LiveList<Item, Id> {
  readonly items: ReadonlySignal<readonly Item[]>
  readonly count: ReadonlySignal<number>
  readonly hasMore: ReadonlySignal<boolean>
  readonly loading: ReadonlySignal<ListLoading>
  readonly failed: ReadonlySignal<ApiError | undefined>
  /** The last reload or search failed: the items shown are those from before it. */
  readonly stale: ReadonlySignal<boolean>
  readonly searchText: ReadonlySignal<string>
  /** Does nothing while a page is on its way or when all are loaded. A stale list is reloaded first. */
  loadMore(): Promise<void>
  /** Asks again for what failed. */
  retry(): Promise<void>
  /** Waits 500 ms for more typing; an empty text is searched at once. */
  search(text: string): void
  /**
   * A live change: placed, moved, or taken out when it no longer matches. `created` says that the item is new, so that
   * the count may grow; while pages are missing, an item that was not loaded may have been counted already.
   */
  upsert(item: Item, created?: boolean): void
  /** What a call of ours has made: a live change of it that was quicker is newer. */
  add(item: Item): void
  /** Changes one loaded item; does nothing when it is not loaded. */
  update(id: Id, change: (item: Item) => Item): void
  remove(id: Id): void
  /** From the first page again: a filter has changed, or too much was missed. */
  reload(): Promise<void>
  dispose(): void
}

const defaultPageSize = 20
const defaultSearchDelayMs = 500
/** Pages that bring nothing new (everything was already there live) asked for in a row before giving the turn back. */
const emptyPagesMax = 3

/** The one model of every paged, searched list that also changes live. */
export function createLiveList<Item, Id>(options: LiveListOptions<Item, Id>): LiveList<Item, Id> {
  const { key, compare, fetchPage, matches = () => true, pageSize = defaultPageSize } = options
  const items = signal<readonly Item[]>([...options.initial.items].sort(compare))
  const count = signal(options.initial.count)
  const hasMore = signal(options.initial.hasMore)
  const loading = signal<ListLoading>('idle')
  const failed = signal<ApiError | undefined>(undefined)
  const stale = signal(false)
  const searchText = signal(options.search ?? '')
  const touches = createTouchLog<Id>()
  let activeSearch = searchText.peek()
  let request = new AbortController()
  let searchTimer: ReturnType<typeof setTimeout> | undefined

  const indexOf = (id: Id) => items.value.findIndex((item) => key(item) === id)

  /** Asks for one page; undefined when it failed or was overtaken by a newer question. */
  async function ask(pageNumber: number, last: Item | undefined) {
    const { signal: abort } = request
    const since = touches.begin()
    try {
      const page = await fetchPage({ pageNumber, search: activeSearch, last, signal: abort })
      // What changed live since the question was asked is newer than the answer.
      return abort.aborted
        ? undefined
        : { ...page, items: page.items.filter((item) => !touches.touched(key(item), since)) }
    } catch (cause) {
      if (!abort.aborted) failed.value = asApiError(cause)
      return undefined
    } finally {
      touches.end()
    }
  }

  function merge(page: ListPage<Item>) {
    const known = new Map(items.value.map((item) => [key(item), item]))
    const before = known.size
    for (const item of page.items) known.set(key(item), item)
    items.value = [...known.values()].sort(compare)
    return known.size - before
  }

  async function loadMore() {
    if (loading.value !== 'idle') return
    if (stale.value) return reload()
    if (!hasMore.value) return
    const { signal: abort } = request
    batch(() => {
      loading.value = 'more'
      failed.value = undefined
    })
    // Counted from what is loaded, not from what was asked: after removals the next items have moved up a page.
    let pageNumber = Math.floor(items.value.length / pageSize) + 1
    for (let empty = 0; empty < emptyPagesMax && hasMore.value; empty++, pageNumber++) {
      const page = await ask(pageNumber, items.value.at(-1))
      if (!page) break
      let added = 0
      batch(() => {
        hasMore.value = page.hasMore
        count.value = page.count
        added = merge(page)
      })
      if (added > 0) break
    }
    if (!abort.aborted) loading.value = 'idle'
  }

  async function reload() {
    request.abort()
    request = new AbortController()
    const { signal: abort } = request
    batch(() => {
      loading.value = 'replace'
      failed.value = undefined
    })
    const since = touches.begin()
    const page = await ask(1, undefined)
    touches.end()
    if (abort.aborted) return
    batch(() => {
      if (page) {
        const live = items.value.filter((item) => touches.touched(key(item), since) && matches(item, activeSearch))
        items.value = []
        merge({ ...page, items: [...page.items, ...live] })
        count.value = Math.max(page.count, page.hasMore ? 0 : items.value.length)
        hasMore.value = page.hasMore
      }
      stale.value = page === undefined
      loading.value = 'idle'
    })
  }

  function search(text: string) {
    searchText.value = text
    clearTimeout(searchTimer)
    const start = () => {
      if (text === activeSearch && !failed.value) return
      activeSearch = text
      void reload()
    }
    if (text === '') start()
    else searchTimer = setTimeout(start, options.searchDelayMs ?? defaultSearchDelayMs)
  }

  function upsert(item: Item, created = false) {
    const id = key(item)
    touches.touch(id)
    const others = items.value.filter((known) => key(known) !== id)
    const wasKnown = others.length < items.value.length
    const belongs = matches(item, activeSearch)
    // Beyond the loaded part it would leave a gap before it; the page it is on will bring it.
    const last = others.at(-1)
    const beyond = hasMore.value && last !== undefined && compare(item, last) > 0
    batch(() => {
      if (belongs && !beyond) items.value = insertSorted(others, item, compare)
      else if (wasKnown) items.value = others
      if (wasKnown && !belongs) count.value = Math.max(0, count.value - 1)
      if (!wasKnown && belongs && (created || !hasMore.value)) count.value += 1
    })
  }

  function remove(id: Id) {
    touches.touch(id)
    if (indexOf(id) === -1) return
    batch(() => {
      items.value = items.value.filter((item) => key(item) !== id)
      count.value = Math.max(0, count.value - 1)
    })
  }

  return {
    items,
    count,
    hasMore,
    loading,
    failed,
    stale,
    searchText,
    loadMore,
    retry: () => (stale.value ? reload() : loadMore()),
    search,
    upsert,
    add: (item) => void (indexOf(key(item)) === -1 && upsert(item, true)),
    update(id, change) {
      const item = items.value[indexOf(id)]
      if (item !== undefined) upsert(change(item))
    },
    remove,
    reload,
    dispose() {
      clearTimeout(searchTimer)
      request.abort()
    },
  }
}

function insertSorted<Item>(items: readonly Item[], item: Item, compare: (a: Item, b: Item) => number) {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(items[middle] as Item, item) <= 0) low = middle + 1
    else high = middle
  }
  return [...items.slice(0, low), item, ...items.slice(low)]
}

function asApiError(cause: unknown) {
  return cause instanceof ApiError ? cause : new ApiError(0, 'ERR_PAGE', String(cause))
}
