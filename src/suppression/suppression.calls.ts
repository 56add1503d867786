import * as v from 'valibot'
import { defineCalls, Done, recordPage } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import type { RecordChange } from '../kernel/record/record-change.contract'
import { ListSuppressionsQuery, SuppressionBody, suppressionSources } from './suppression.contract'

/** Somebody who gets no campaigns, in answers and live events. */
export const SuppressionView = v.object({
  id: v.number(),
  name: v.string(),
  number: v.string(),
  source: v.picklist(suppressionSources),
  createdAt: v.string(),
})
export type SuppressionView = v.InferOutput<typeof SuppressionView>

export const suppressionCalls = defineCalls({
  'GET /suppressions': { query: ListSuppressionsQuery, answer: recordPage(SuppressionView) },
  'POST /suppressions': { body: SuppressionBody, answer: SuppressionView },
  'DELETE /suppressions/:id': { params: IdParams, answer: Done },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    suppression: RecordChange<'suppression', SuppressionView>
    /** Many were added. */
    suppressions: { action: 'reload' }
  }
}
