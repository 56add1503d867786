import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { LiveEvent } from '../../src/kernel/live/live-events.contract'
import type { RecordChange } from '../../src/kernel/record/record-change.contract'
import type { ApiClient } from '../api/api-client'
import { createLiveList, type LiveList } from '../live/live-list'
import type { ListPage } from '../live/list-items'
import type { LiveSocketClient } from '../live/live-socket-client'
import { onReconnect } from '../live/on-reconnect'
import { queryOf, type RecordRow, type RecordSource } from './record-source'

export interface MadeRow {
  id: number
  text: string
}

export interface RecordList<Row extends RecordRow, Filter extends string = never> extends LiveList<Row, number> {
  readonly filters: ReadonlySignal<Readonly<Record<Filter, string>>>
  /** The record that was just made on this screen, while its row is marked. */
  readonly made: Signal<MadeRow | undefined>
  showAll(): Promise<void>
  setFilter(name: Filter, value: string): void
  /** Returns its end. `panel`: the page reports a reload. */
  follow(live: LiveSocketClient, of?: 'page' | 'panel'): () => void
}

const unloaded = { items: [], hasMore: true, count: 0 }

/** Pages use `useRecordList`; without a first page the list must be reloaded. */
export function createRecordList<Row extends RecordRow, Filter extends string = never>(
  source: RecordSource<Row, Filter>,
  api: ApiClient,
  first: ListPage<Row> = unloaded,
  address = new URLSearchParams(),
): RecordList<Row, Filter> {
  const { compare, matches, pageSize } = source
  const requested = queryOf(source, address)
  const filters = signal(requested.filters)
  const list = createLiveList<Row, number>({
    initial: first,
    search: requested.search,
    key: ({ id }) => id,
    compare,
    fetchPage: (request) => source.fetchPage(api, { ...request, filters: filters.peek() }),
    ...(matches && { matches: (row, search) => matches(row, { search, filters: filters.peek() }) }),
    ...(pageSize && { pageSize }),
    // The search box already debounces.
    searchDelayMs: 0,
  })
  return {
    ...list,
    filters,
    made: signal<MadeRow | undefined>(undefined),
    showAll() {
      filters.value = queryOf(source, new URLSearchParams()).filters
      list.search('')
      return list.reload()
    },
    setFilter(name, value) {
      if (filters.peek()[name] === value) return
      filters.value = { ...filters.peek(), [name]: value }
      void list.reload()
    },
    follow: (live, of = 'page') => followRecords(source, list, live, of),
  }
}

function followRecords<Row extends RecordRow, Filter extends string>(
  { live: plainEvent, follow, reloadOnReconnect }: RecordSource<Row, Filter>,
  list: LiveList<Row, number>,
  live: LiveSocketClient,
  of: 'page' | 'panel',
) {
  const subscribe = of === 'page' ? live.subscribe : live.observe
  const handlers = Object.entries(follow?.(list) ?? {}) as [LiveEvent, (data: unknown) => void][]
  const stops = handlers.map(([event, handler]) => live.subscribe(event, handler))
  if (plainEvent)
    stops.push(subscribe(plainEvent as LiveEvent, (change: unknown) => applyChange(list, plainEvent, change)))
  stops.push(subscribe('reload', () => void list.reload()))
  if (reloadOnReconnect) stops.push(onReconnect(live, () => void list.reload()))
  return () => {
    for (const stop of stops) stop()
  }
}

function applyChange<Row extends RecordRow>(list: LiveList<Row, number>, subject: string, data: unknown) {
  const change = data as RecordChange<string, Row>
  if (change.action === 'delete') list.remove(change[`${subject}Id`] as number)
  else list.upsert(change[subject] as Row, { created: change.action === 'create' })
}
