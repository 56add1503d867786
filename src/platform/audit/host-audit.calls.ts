import * as v from 'valibot'
import { AuditChangeView } from '../../kernel/audit/audit.contract'
import { defineCalls } from '../../kernel/http/calls'
import { DayText, orEmpty, SearchParam } from '../../kernel/http/request-parts'
import { ExportId } from '../../kernel/spreadsheet/write/export-progress.contract'
import { hostAuditTypes } from './host-audit.contract'

export const HostAuditView = v.object({
  id: v.number(),
  at: v.string(),
  type: v.string(),
  companyId: v.nullable(v.number()),
  /** Empty for an erased company. */
  companyName: v.string(),
  /** The e-mail of who acted; `#` and the id of a deleted user, empty for the product itself. */
  user: v.string(),
  /** Of whom a colleague acted on, else empty. */
  whom: v.string(),
  address: v.string(),
  /** What else is known, as changes of fields. */
  details: v.array(AuditChangeView),
})
export type HostAuditView = v.InferOutput<typeof HostAuditView>

const Id = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'invalid'))

const filter = {
  /** Part of a user's e-mail, or a whole network address. */
  searchParam: SearchParam,
  type: orEmpty(v.picklist(hostAuditTypes)),
  company: orEmpty(Id),
  from: orEmpty(DayText),
  to: orEmpty(DayText),
}
const Cursor = v.pipe(v.string(), v.regex(/^\d{1,15}\.\d{1,15}$/, 'cursor'))

const HostAuditQuery = v.object({ ...filter, after: orEmpty(Cursor) })
export type HostAuditQuery = v.InferOutput<typeof HostAuditQuery>
export type HostAuditFilter = Omit<HostAuditQuery, 'after'>

const ExportQuery = v.object({
  ...filter,
  format: v.optional(v.picklist(['xlsx', 'csv']), 'xlsx'),
  exportId: ExportId,
})
export type ExportHostAuditQuery = v.InferOutput<typeof ExportQuery>

/** For super users. Newest first; `count` stops at 10,000; `after`: of the entry before the page, `<ms>.<id>`. */
export const hostAuditCalls = defineCalls({
  'GET /host-audit': {
    query: HostAuditQuery,
    answer: v.object({ records: v.array(HostAuditView), hasMore: v.boolean(), count: v.number() }),
  },
  'GET /host-audit/export': { query: ExportQuery, answer: 'file' },
})
