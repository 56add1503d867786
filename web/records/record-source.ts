import type { LiveEvent, LiveEvents } from '../../src/kernel/live/live-events.contract'
import type { RecordChange } from '../../src/kernel/record/record-change.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { byName } from '../../src/kernel/text/sort-order.contract'
import type { ApiClient, Answer, JsonPath, QueryValue } from '../api/api-client'
import type { LiveList } from '../live/live-list'
import type { ListPage } from '../live/list-items'
import { searchOf } from '../page/query-parameter'
import type { Loader } from '../page/page-definition'

export interface RecordRow {
  id: number
}

export interface RecordQuery<Filter extends string = never> {
  search: string
  /** Values by filter name; empty for no choice. */
  filters: Readonly<Record<Filter, string>>
}

export interface RecordRequest<Row, Filter extends string = never> extends RecordQuery<Filter> {
  /** From 1. */
  pageNumber: number
  last: Row | undefined
  signal?: AbortSignal | undefined
}

/** How each live event changes the list. Missed events cause a reload. */
type RecordEvents = { [Event in LiveEvent]?: (data: LiveEvents[Event]) => void }

/** Live events with whole records of this kind. */
type PlainEvent<Row> = {
  [Event in LiveEvent]: LiveEvents[Event] extends RecordChange<Event, Row> ? Event : never
}[LiveEvent]

export interface RecordSource<Row extends RecordRow, Filter extends string = never> {
  fetchPage: (api: ApiClient, request: RecordRequest<Row, Filter>) => Promise<ListPage<Row>>
  compare: (a: Row, b: Row) => number
  /** Whether a live row belongs to the displayed list. Required if the list can be searched or filtered. */
  matches?: (row: Row, query: RecordQuery<Filter>) => boolean
  /** The live event of each change, if it has the form `{ action, shelf }` or `{ action, shelfId }`. */
  live?: PlainEvent<Row>
  /** For lists that other events change as well. */
  follow?: (list: LiveList<Row, number>) => RecordEvents
  /** Its events are not replayed after an interruption, so the list is reloaded. */
  reloadOnReconnect?: boolean
  /** Names of its filters. Each is a query parameter, so that a filtered list can be linked and reloaded. */
  filters?: readonly Filter[]
  pageSize?: number
}

export function wholePage<Row>(rows: readonly Row[]): ListPage<Row> {
  return { items: [...rows], hasMore: false, count: rows.length }
}

function pageOfRecords<Row>(answer: { records: Row[]; hasMore: boolean; count: number }): ListPage<Row> {
  return { items: answer.records, hasMore: answer.hasMore, count: answer.count }
}

/** The rows of an answer: a bare list, or the only list in it, such as `{ tags, hasMore, count }`. */
type RowsIn<Of> = Of extends readonly (infer Row)[]
  ? Row
  : { [Name in keyof Of]: Of[Name] extends readonly (infer Row)[] ? Row : never }[keyof Of]
type RowOf<Path extends JsonPath<'GET'>> = Extract<RowsIn<Answer<'GET', Path>>, RecordRow>

interface SourceOptions<Row extends RecordRow, Filter extends string> extends Partial<RecordSource<Row, Filter>> {
  /** The text that the search looks through, unless it is the name. */
  searched?: (row: Row) => string
  /** The call returns all rows, and has no search of its own. */
  all?: boolean
  params?: Record<string, number>
  /** What the call is asked besides page and search. */
  query?: (request: RecordRequest<Row, Filter>) => Record<string, QueryValue>
}
interface Conversion<Given, Row> {
  /** Converts a row of the answer; an empty list omits it. */
  shown?: (given: Given) => readonly Row[]
}
/** Rows without a name say how they are sorted and searched. */
type GivenOptions<Row extends RecordRow, Filter extends string> = Row extends { name: string }
  ? SourceOptions<Row, Filter>
  : SourceOptions<Row, Filter> & { compare: object } & ({ searched: object } | { matches: object })

/** The rows that a call lists, sorted and searched by their name unless `options` differ. */
export function recordSource<
  Path extends JsonPath<'GET'>,
  Filter extends string = never,
  Row extends RecordRow = RowOf<Path>,
>(
  path: Path,
  { shown, ...options }: GivenOptions<NoInfer<Row>, Filter> & Conversion<RowOf<Path>, Row>,
): RecordSource<Row, Filter> {
  const { searched = nameOf, all = false, params, query, ...own }: SourceOptions<Row, Filter> = options as object
  const isFound = (row: Row, search: string) => matchesSearch(searched(row), search)
  return {
    async fetchPage(api, request) {
      const { pageNumber, search, signal } = request
      const asked = { ...(!all && { pageNumber, searchParam: search }), ...query?.(request) }
      // The type of `recordSource` has checked path and query against the calls.
      const answer = (await api.get<never>(path as never, { params, query: asked, signal } as never)) as object
      const given = (Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray)) as RowOf<Path>[]
      const rows = shown ? given.flatMap(shown) : (given as RecordRow[] as Row[])
      return all
        ? wholePage(rows.filter((row) => isFound(row, search)))
        : pageOfRecords({ ...(answer as { hasMore: boolean; count: number }), records: rows })
    },
    compare: (a, b) => byName(a as Row & { name: string }, b as Row & { name: string }),
    matches: (row, { search }) => isFound(row, search),
    ...own,
  }
}

const nameOf = (row: object) => (row as { name: string }).name

/** Loads the first page with the search and filters of the address. */
export function loadRecords<Row extends RecordRow, Filter extends string>(
  source: RecordSource<Row, Filter>,
  api: ApiClient,
  query: URLSearchParams,
): Promise<ListPage<Row>> {
  return source.fetchPage(api, { ...queryOf(source, query), pageNumber: 1, last: undefined })
}

/** The loader of a screen that needs only its rows. */
export function recordLoader<Row extends RecordRow, Filter extends string>(
  source: RecordSource<Row, Filter>,
): Loader<ListPage<Row>, object> {
  return (api, _, query) => loadRecords(source, api, query)
}

export function queryOf<Row extends RecordRow, Filter extends string>(
  { filters = [] }: RecordSource<Row, Filter>,
  query: URLSearchParams,
): RecordQuery<Filter> {
  const chosen = filters.map((name) => [name, query.get(name) ?? ''])
  return { search: searchOf(query), filters: Object.fromEntries(chosen) as Record<Filter, string> }
}
