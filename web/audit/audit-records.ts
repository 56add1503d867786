import type { AuditEntryView } from '../../src/audit/audit.calls'
import type { UserPick } from '../../src/user/user.calls'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import type { RecordList } from '../records/record-list'
import { loadRecords, type RecordQuery, type RecordRow, recordSource } from '../records/record-source'

export type AuditFilterName = 'by' | 'category' | 'from' | 'to'

export const auditRecords = recordSource('/audit', {
  filters: ['by', 'category', 'from', 'to'],
  pageSize: 50,
  query: ({ last, ...request }) => ({
    ...auditQueryOf(request),
    ...(last && { after: `${Date.parse(last.at)}.${last.id}` }),
  }),
  compare: (a: AuditEntryView, b: AuditEntryView) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id,
  matches: () => true,
})

/** Of what a list shows now. */
export const shownQuery = <Filter extends string>({ searchText, filters }: Shown<Filter>) =>
  auditQueryOf({ search: searchText.peek(), filters: filters.peek() })

type Shown<Filter extends string> = Pick<RecordList<RecordRow, Filter>, 'searchText' | 'filters'>
type Asked<Filter extends string> = Pick<RecordQuery<Filter>, 'search' | 'filters'>

/** For lists and exports; empty ones are omitted. */
export function auditQueryOf<Filter extends string>({
  search,
  filters,
}: Asked<Filter>): Partial<Record<string, string>> {
  const chosen = Object.entries<string>(filters).filter(([, value]) => value !== '')
  return { ...(search && { searchParam: search }), ...Object.fromEntries(chosen) }
}

export interface AuditData {
  page: ListPage<AuditEntryView>
  users: Pick<UserPick, 'id' | 'name'>[]
}

export async function loadAudit(api: ApiClient, _: unknown, query: URLSearchParams): Promise<AuditData> {
  const [page, users] = await Promise.all([loadRecords(auditRecords, api, query), api.get('/users/list')])
  return { page, users: users.map(({ id, name }) => ({ id, name })) }
}
