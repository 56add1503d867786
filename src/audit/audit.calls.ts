import * as v from 'valibot'
import { auditActions, auditActors, auditCategories, AuditChangeView } from '../kernel/audit/audit.contract'
import { defineCalls } from '../kernel/http/calls'
import { AuditQuery, ExportAuditQuery } from './audit.contract'

export const AuditEntryView = v.object({
  id: v.number(),
  at: v.string(),
  category: v.picklist(auditCategories),
  object: v.string(),
  action: v.picklist(auditActions),
  objectId: v.nullable(v.number()),
  objectName: v.string(),
  byKind: v.picklist(auditActors),
  byId: v.nullable(v.number()),
  byName: v.string(),
  address: v.string(),
  changes: v.array(AuditChangeView),
})
export type AuditEntryView = v.InferOutput<typeof AuditEntryView>

export const auditCalls = defineCalls({
  /** Newest first. `count` stops at 10,000; `after`: of the entry before the page, `<ms>.<id>`. */
  'GET /audit': {
    query: AuditQuery,
    answer: v.object({ records: v.array(AuditEntryView), hasMore: v.boolean(), count: v.number() }),
  },
  'GET /audit/export': { query: ExportAuditQuery, answer: 'file' },
})
