import * as v from 'valibot'
import { defineCalls, Done, recordPage } from '../kernel/http/calls'
import { IdParams, ListQuery } from '../kernel/http/request-parts'
import { viewOf } from '../kernel/record/record-view'
import { macroTable } from './macro.tables'
import { TicketView } from '../ticket/ticket.answers'
import { MacroBody, macroStepKinds, RunMacroBody, UpdateMacroBody } from './macro.contract'

export const MacroView = viewOf(macroTable, {
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  steps: v.array(
    v.object({
      kind: v.picklist(macroStepKinds),
      text: v.string(),
      tagIds: v.array(v.number()),
      queueId: v.nullable(v.number()),
      farewell: v.boolean(),
    }),
  ),
})
export type MacroView = v.InferOutput<typeof MacroView>

export const macroCalls = defineCalls({
  'GET /macros': { query: ListQuery, answer: recordPage(MacroView) },
  'GET /macros/list': { answer: v.array(MacroView) },
  'POST /macros': { body: MacroBody, answer: MacroView },
  'PUT /macros/:id': { params: IdParams, body: UpdateMacroBody, answer: MacroView },
  'DELETE /macros/:id': { params: IdParams, answer: Done },
  /** Runs all steps or none. A refusal names the step by its position. Returns the ticket after the last step. */
  'POST /macros/:id/run': { params: IdParams, body: RunMacroBody, answer: TicketView },
})

/** The live event `macro`, for those who may use it. Others get its deletion. */
type MacroEvent = { action: 'create' | 'update'; record: MacroView } | { action: 'delete'; id: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    macro: MacroEvent
  }
}
