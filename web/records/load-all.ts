import { effect } from '@preact/signals-react'
import type { RecordList } from './record-list'
import type { RecordRow } from './record-source'

/**
 * Loads the remaining pages of a list.
 * @throws ApiError
 */
export async function loadAll<Row extends RecordRow>(list: RecordList<Row, never>) {
  while (list.hasMore.peek()) {
    await untilIdle(list)
    const before = list.items.peek().length
    await list.loadMore()
    const failed = list.failed.peek()
    if (failed) throw failed
    if (list.items.peek().length === before) return
  }
}

/** Waits for a page that is already loading. */
function untilIdle<Row extends RecordRow>({ loading }: RecordList<Row, never>): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (loading.value === 'idle') queueMicrotask(() => (stop(), resolve()))
    })
  })
}
