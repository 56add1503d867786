import { batch } from '@preact/signals-react'
import type { ApiClient } from '../../api/api-client'
import type { RecordList } from '../../records/record-list'
import type { RecordRow, RecordSource } from '../../records/record-source'

/**
 * Loads the shown rows again, a page for each group of neighbours, so that a long list keeps its length and its place.
 * A list of one page is reloaded. Rows must be ordered by id.
 */
export async function refreshShown<Row extends RecordRow, Filter extends string>(
  { list, source, api }: { list: RecordList<Row, Filter>; source: RecordSource<Row, Filter>; api: ApiClient },
  shown: ReadonlySet<number>,
  pageSize: number,
): Promise<void> {
  if (list.items.peek().length <= pageSize) return list.reload()
  const [search, filters] = [list.searchText.peek(), list.filters.peek()]
  let missing = [...shown].sort((a, b) => a - b)
  while (missing[0] !== undefined) {
    const first = missing[0]
    const last = list.items.peek().findLast(({ id }) => id < first)
    // After a failure the rows stay as they are until the next event.
    const page = await source.fetchPage(api, { pageNumber: 1, search, filters, last }).catch(() => undefined)
    const isOvertaken = list.searchText.peek() !== search || list.filters.peek() !== filters
    if (!page || isOvertaken) return
    const end = page.hasMore ? (page.items.at(-1)?.id ?? Infinity) : Infinity
    const found = new Set(page.items.map(({ id }) => id))
    const after = last?.id ?? -Infinity
    batch(() => {
      for (const { id } of list.items.peek()) if (id > after && id <= end && !found.has(id)) list.remove(id)
      for (const row of page.items) list.upsert(row)
    })
    missing = missing.filter((id) => id > end)
  }
}
