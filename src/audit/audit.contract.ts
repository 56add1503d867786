import * as v from 'valibot'
import { auditCategories } from '../kernel/audit/audit.contract'
import { DayText, orEmpty, SearchParam } from '../kernel/http/request-parts'
import { ExportId } from '../kernel/spreadsheet/write/export-progress.contract'

/** A user's id, or others than users. */
const By = v.union([v.picklist(['host', 'token', 'system']), v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'invalid'))])

const filter = {
  searchParam: SearchParam,
  by: orEmpty(By),
  category: orEmpty(v.picklist(auditCategories)),
  from: orEmpty(DayText),
  to: orEmpty(DayText),
}

/** The last entry of the page before. */
const Cursor = v.pipe(v.string(), v.regex(/^\d{1,15}\.\d{1,15}$/, 'cursor'))

export const AuditQuery = v.object({ ...filter, after: orEmpty(Cursor) })
export type AuditQuery = v.InferOutput<typeof AuditQuery>
export type AuditFilter = Omit<AuditQuery, 'after'>

export const ExportAuditQuery = v.object({
  ...filter,
  format: v.optional(v.picklist(['xlsx', 'csv']), 'xlsx'),
  exportId: ExportId,
})
export type ExportAuditQuery = v.InferOutput<typeof ExportAuditQuery>
