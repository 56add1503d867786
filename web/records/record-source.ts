import { foldText } from '../../src/kernel/fold-text.contract'
import type { LiveEvent, LiveEvents } from '../../src/kernel/live-events.contract'
import type { RecordChange } from '../../src/kernel/record-change.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveList } from '../live/live-list'
import type { ListPage } from '../live/list-items'
import { searchOf } from '../page/address-word'
import type { Loader } from '../page/page-definition'

export interface RecordRow {
  id: number
}

/** Which rows are asked for. */
export interface RecordQuery<Filter extends string = never> {
  search: string
  /** By name; empty where nothing is chosen. */
  filters: Readonly<Record<Filter, string>>
}

export interface RecordRequest<Row, Filter extends string = never> extends RecordQuery<Filter> {
  /** From 1. */
  pageNumber: number
  /** The last row that is loaded, for calls that page by key. */
  last: Row | undefined
  signal?: AbortSignal | undefined
}

/** What each live event does to the list. Events that are missed are made up for by a reload. */
export type RecordEvents = { [Event in LiveEvent]?: (data: LiveEvents[Event]) => void }

/** Live events that carry whole records of this kind. */
type PlainEvent<Row> = {
  [Event in LiveEvent]: LiveEvents[Event] extends RecordChange<Event, Row> ? Event : never
}[LiveEvent]

/** Where the rows of a record screen come from. Declared once, used by the loader and by the page. */
export interface RecordSource<Row extends RecordRow, Filter extends string = never> {
  fetchPage: (api: ApiClient, request: RecordRequest<Row, Filter>) => Promise<ListPage<Row>>
  /** The order in which the server sends them. */
  compare: (a: Row, b: Row) => number
  /** Whether a row that arrives live belongs to what is shown. Needed where the list can be searched or filtered. */
  matches?: (row: Row, query: RecordQuery<Filter>) => boolean
  /** The live event that tells of each change, where it is a plain one: `{ action, shelf }` or `{ action, shelfId }`. */
  live?: PlainEvent<Row>
  /** For lists that other events change, too. */
  follow?: (list: LiveList<Row, number>) => RecordEvents
  /** Events of it are not sent again after an interruption: the list is then reloaded. */
  reloadOnReconnect?: boolean
  /** Names of its filters. Each is a word of the address, so that a filtered list can be linked and reloaded. */
  filters?: readonly Filter[]
  /** Rows of a page; 20 when not given. */
  pageSize?: number
}

/** The page of a call that answers all rows at once. */
export function wholePage<Row>(rows: readonly Row[]): ListPage<Row> {
  return { items: [...rows], hasMore: false, count: rows.length }
}

/** The page of a call that answers plain records. */
export function pageOfRecords<Row>(answer: { records: Row[]; hasMore: boolean; count: number }): ListPage<Row> {
  return { items: answer.records, hasMore: answer.hasMore, count: answer.count }
}

/** The first page, as the address searches and filters it. */
export function loadRecords<Row extends RecordRow, Filter extends string>(
  source: RecordSource<Row, Filter>,
  api: ApiClient,
  query: URLSearchParams,
): Promise<ListPage<Row>> {
  return source.fetchPage(api, { ...queryOf(source, query), pageNumber: 1, last: undefined })
}

/** The loader of a screen that needs nothing but its rows. */
export function recordLoader<Row extends RecordRow, Filter extends string>(
  source: RecordSource<Row, Filter>,
): Loader<ListPage<Row>, object> {
  return (api, _, query) => loadRecords(source, api, query)
}

/** What the address asks for. */
export function queryOf<Row extends RecordRow, Filter extends string>(
  { filters = [] }: RecordSource<Row, Filter>,
  query: URLSearchParams,
): RecordQuery<Filter> {
  const chosen = filters.map((name) => [name, query.get(name) ?? ''])
  return { search: searchOf(query), filters: Object.fromEntries(chosen) as Record<Filter, string> }
}

/** The order of lists that the server sorts by name. */
export function byName(a: RecordRow & { name: string }, b: RecordRow & { name: string }) {
  return foldText(a.name).localeCompare(foldText(b.name)) || a.id - b.id
}
