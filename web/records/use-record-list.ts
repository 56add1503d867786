import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useApp } from '../app/app-context'
import type { ListPage } from '../live/list-items'
import { searchParameter, useQueryParameters } from '../page/query-parameter'
import { createRecordList, type RecordList } from './record-list'
import type { RecordRow, RecordSource } from './record-source'

/**
 * The list of a record screen, initialised with the loader's answer. It follows live events while shown, and the
 * address contains its search and filters.
 */
export function useRecordList<Row extends RecordRow, Filter extends string = never>(
  source: RecordSource<Row, Filter>,
  first: ListPage<Row>,
): RecordList<Row, Filter> {
  useSignals()
  const { api, live, navigation } = useApp()
  const [list] = useState(() =>
    createRecordList(source, api, first, new URLSearchParams(navigation.shown.peek().search)),
  )
  useEffect(() => list.follow(live), [list, live])
  useQueryParameters({ [searchParameter]: list.searchText.value, ...list.filters.value })
  return list
}
