import * as v from 'valibot'
import { ExportId } from '../../kernel/spreadsheet/write/export-progress.contract'
import { Id } from '../../kernel/http/body-values'
import { defineCalls } from '../../kernel/http/calls'
import { listUpTo, numberListUpTo } from '../../kernel/http/request-parts'
import { contactFilter } from '../contact.contract'

const bulkContactsMax = 500

const contactIds = v.pipe(listUpTo(Id, bulkContactsMax), v.minLength(1, 'required'))
const tagIds = v.pipe(listUpTo(Id, 100), v.minLength(1, 'required'))

export const BulkContactsBody = v.variant('action', [
  v.object({ action: v.picklist(['tag', 'untag']), contactIds, tagIds }),
  v.object({ action: v.picklist(['block', 'unblock', 'delete']), contactIds }),
])
export type BulkContactsBody = v.InferOutput<typeof BulkContactsBody>

export const ExportContactsQuery = v.object({
  ...contactFilter,
  format: v.optional(v.picklist(['xlsx', 'csv']), 'xlsx'),
  exportId: ExportId,
  contactIds: v.optional(numberListUpTo(Id, bulkContactsMax), ''),
})
export type ExportContactsQuery = v.InferOutput<typeof ExportContactsQuery>

export const contactBulkCalls = defineCalls({
  'GET /contacts/export': { query: ExportContactsQuery, answer: 'file' },
  'POST /contacts/bulk': { body: BulkContactsBody, answer: v.object({ done: v.number() }) },
})
