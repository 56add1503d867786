import type { AuditEntryView } from '../../src/audit/audit.calls'
import type { UserPick } from '../../src/user/user.calls'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import { loadRecords, type RecordQuery, recordSource } from '../records/record-source'

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

/** For the list and the export; empty ones are omitted. */
export function auditQueryOf({ search, filters }: RecordQuery<AuditFilterName>): Partial<Record<string, string>> {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '')
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
