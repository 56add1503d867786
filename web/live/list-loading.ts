import { batch, signal } from '@preact/signals-react'
import type { ListItems, ListPage } from './list-items'
import type { TouchLog } from './touch-log'
import { ApiError } from '../api/api-error'

/** `replace`: the first page is loading (a search, a reload); the old items stay until it arrives. */
export type ListLoading = 'idle' | 'more' | 'replace'

interface ListLoadingOptions<Item, Id> {
  list: ListItems<Item, Id>
  requests: PageRequests<Item, Id>
  touches: TouchLog<Id>
  pageSize: number
  search: () => string
  /** Returns whether a live change since then is to survive a reload. */
  isNewer: (item: Item, since: number) => boolean
}

/** Limit of consecutive pages without new items, which were all received live. */
const emptyPagesMax = 3

export function createListLoading<Item, Id>({
  list,
  requests,
  touches,
  pageSize,
  search,
  isNewer,
}: ListLoadingOptions<Item, Id>) {
  const loading = signal<ListLoading>('idle')
  const stale = signal(false)
  const { failed } = requests

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
      const page = await requests.ask({ pageNumber, search: search(), last: list.items.value.at(-1) })
      if (!page || list.add(page) > 0) break
    }
    if (!isOvertaken()) loading.value = 'idle'
  }

  async function reload() {
    requests.overtake()
    const isOvertaken = requests.watch()
    begin('replace')
    const since = touches.begin()
    const page = await requests.ask({ pageNumber: 1, search: search(), last: undefined })
    touches.end()
    if (isOvertaken()) return
    batch(() => {
      if (page) list.replace(page, (item) => isNewer(item, since))
      stale.value = page === undefined
      loading.value = 'idle'
    })
  }

  return { loading, stale, loadMore, reload }
}

export interface PageRequest<Item> {
  pageNumber: number
  search: string
  last: Item | undefined
  signal: AbortSignal
}

interface RequestOptions<Item, Id> {
  key: (item: Item) => Id
  fetchPage: (request: PageRequest<Item>) => Promise<ListPage<Item>>
  touches: TouchLog<Id>
}

type PageRequests<Item, Id> = ReturnType<typeof createPageRequests<Item, Id>>

export function createPageRequests<Item, Id>({ key, fetchPage, touches }: RequestOptions<Item, Id>) {
  const failed = signal<ApiError | undefined>(undefined)
  let request = new AbortController()

  return {
    failed,
    overtake() {
      request.abort()
      request = new AbortController()
    },
    /** Returns a function that says whether a later request has replaced this one. */
    watch() {
      const { signal: abort } = request
      return () => abort.aborted
    },
    /** Undefined when it failed or was replaced. */
    async ask(requested: Omit<PageRequest<Item>, 'signal'>): Promise<ListPage<Item> | undefined> {
      const { signal: abort } = request
      const since = touches.begin()
      try {
        const page = await fetchPage({ ...requested, signal: abort })
        if (abort.aborted) return undefined
        // Live changes since the request are newer than its answer.
        return { ...page, items: page.items.filter((item) => !touches.touched(key(item), since)) }
      } catch (cause) {
        if (!abort.aborted) failed.value = asApiError(cause)
        return undefined
      } finally {
        touches.end()
      }
    },
    dispose: () => request.abort(),
  }
}

function asApiError(cause: unknown) {
  return cause instanceof ApiError ? cause : new ApiError(0, 'ERR_PAGE', String(cause))
}
