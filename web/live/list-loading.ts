import { batch, signal } from '@preact/signals-react'
import type { ListItems } from './list-items'
import type { PageRequests } from './page-requests'
import type { TouchLog } from './touch-log'

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

/** Loads the next page of a list, or the first one again. */
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
