import { effect } from '@preact/signals-react'
import type { LiveList } from './live-list'

type PagedList<Item> = Pick<LiveList<Item, never>, 'items' | 'hasMore' | 'loading' | 'failed' | 'loadMore'>

/** Or as many as given. @throws ApiError */
export async function loadPages<Item>(list: PagedList<Item>, pagesMax = Infinity) {
  for (let page = 0; page < pagesMax && list.hasMore.peek(); page++) {
    await untilIdle(list)
    const before = list.items.peek().length
    await list.loadMore()
    const failed = list.failed.peek()
    if (failed) throw failed
    if (list.items.peek().length === before) return
  }
}

function untilIdle<Item>({ loading }: PagedList<Item>): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (loading.value === 'idle') queueMicrotask(() => (stop(), resolve()))
    })
  })
}
