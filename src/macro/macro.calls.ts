import * as v from 'valibot'
import { defineCalls, Done, recordPage } from '../kernel/http/calls'
import { IdParams, ListQuery } from '../kernel/http/request-parts'
import { TicketView } from '../ticket/ticket.answers'
import { MacroBody, macroStepKinds, RunMacroBody, UpdateMacroBody } from './macro.contract'

export const MacroView = v.object({
  id: v.number(),
  name: v.string(),
  shared: v.boolean(),
  userId: v.nullable(v.number()),
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
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type MacroView = v.InferOutput<typeof MacroView>

export const macroCalls = defineCalls({
  'GET /macros': { query: ListQuery, answer: recordPage(MacroView) },
  'GET /macros/list': { answer: v.array(MacroView) },
  'POST /macros': { body: MacroBody, answer: MacroView },
  'PUT /macros/:id': { params: IdParams, body: UpdateMacroBody, answer: MacroView },
  'DELETE /macros/:id': { params: IdParams, answer: Done },
  /** All steps, or none: a refusal names the step by its position. Answers the ticket as it then is. */
  'POST /macros/:id/run': { params: IdParams, body: RunMacroBody, answer: TicketView },
})

/** The live event `macro`, to those who may use it. Who no longer may is told that it is deleted. */
export type MacroEvent = { action: 'create' | 'update'; record: MacroView } | { action: 'delete'; id: number }

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    macro: MacroEvent
  }
}
