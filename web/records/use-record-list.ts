import { batch } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useApp } from '../app/app-context'
import type { ListPage } from '../live/list-items'
import type { HistoryEntry } from '../page/navigation-model'
import { searchParameter, useQueryParameters } from '../page/query-parameter'
import { createRecordList, type RecordList } from './record-list'
import { queryOf, type RecordQuery, type RecordRow, type RecordSource } from './record-source'

/** Search and filters are in the address. On the way back the loaded rows are there again. */
export function useRecordList<Row extends RecordRow, Filter extends string = never>(
  source: RecordSource<Row, Filter>,
  first: ListPage<Row>,
): RecordList<Row, Filter> {
  useSignals()
  const { api, live, navigation } = useApp()
  const [{ list, entry }] = useState(() => {
    const address = new URLSearchParams(navigation.shown.peek().search)
    const entry = navigation.historyEntry()
    return { entry, list: keptList(entry, source, address) ?? createRecordList(source, api, first, address) }
  })
  useEffect(() => {
    entry.kept?.stop()
    if (entry.kept?.value === list) batch(() => first.items.forEach((row) => list.upsert(row)))
    entry.kept = undefined
    const stop = list.follow(live)
    return () => {
      stop()
      if (isKept(source, list)) entry.kept = { value: list, stop: list.follow(live, 'panel') }
      else list.dispose()
    }
  }, [list, live])
  useQueryParameters({ [searchParameter]: list.searchText.value, ...list.filters.value })
  return list
}

/** Returns the list that was kept with this entry, if the address still asks for the same. */
function keptList<Row extends RecordRow, Filter extends string>(
  entry: HistoryEntry,
  source: RecordSource<Row, Filter>,
  address: URLSearchParams,
) {
  const list = entry.kept?.value as RecordList<Row, Filter> | undefined
  if (!list) return undefined
  const shown: RecordQuery<Filter> = { search: list.searchText.peek(), filters: list.filters.peek() }
  return JSON.stringify(shown) === JSON.stringify(queryOf(source, address)) ? list : undefined
}

/** Whether live events keep a list true after the screen was left. The first page is loaded again anyway. */
function isKept<Row extends RecordRow, Filter extends string>(
  { live, follow, pageSize = 20 }: RecordSource<Row, Filter>,
  list: RecordList<Row, Filter>,
) {
  return (live ?? follow) !== undefined && list.items.peek().length > pageSize && !list.stale.peek()
}
