import * as v from 'valibot'
import { defineCalls, Done, recordPage } from '../../kernel/http/calls'
import type { RecordChange } from '../../kernel/record/record-change.contract'
import { IdParams, ListQuery } from '../../kernel/http/request-parts'
import { viewOf } from '../../kernel/record/record-view'
import { HelpBody, UpdateHelpBody } from './help.contract'
import { helpTable } from './help.tables'

export const HelpView = viewOf(helpTable)
export type HelpView = v.InferOutput<typeof HelpView>

export const helpReadingCalls = defineCalls({
  'GET /helps/list': { answer: v.array(HelpView) },
})

export const helpCalls = defineCalls({
  'GET /helps': { query: ListQuery, answer: recordPage(HelpView) },
  'POST /helps': { body: HelpBody, answer: HelpView },
  'PUT /helps/:id': { params: IdParams, body: UpdateHelpBody, answer: HelpView },
  'DELETE /helps/:id': { params: IdParams, answer: Done },
})

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    help: RecordChange<'help', HelpView>
  }
}
