import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { CompanyNameBody, gapKinds, setupSteps } from './setup-checklist.contract'

const ReachGap = v.object({
  kind: v.picklist(gapKinds),
  count: v.number(),
  records: v.array(v.object({ id: v.number(), name: v.string() })),
})
export type ReachGap = v.InferOutput<typeof ReachGap>

export const SetupChecklist = v.object({
  /** Without what plan or host exclude. Empty when done or dismissed, or for no admin. */
  steps: v.array(
    v.object({
      step: v.picklist(setupSteps),
      done: v.boolean(),
      /** Although its record exists. */
      gap: v.nullable(v.picklist(gapKinds)),
    }),
  ),
  /** Empty when a message reaches a person, or for no admin. */
  gaps: v.array(ReachGap),
})
export type SetupChecklist = v.InferOutput<typeof SetupChecklist>

export const setupChecklistCalls = defineCalls({
  'GET /setup-checklist': { answer: SetupChecklist },
  'PUT /setup-checklist/company': { body: CompanyNameBody, answer: SetupChecklist },
  'DELETE /setup-checklist': { answer: Done },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    setupChecklist: { action: 'update' | 'delete' }
  }
}
