import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { CompanyNameBody, gapKinds, setupSteps } from './setup-checklist.contract'

const ReachGap = v.object({
  kind: v.picklist(gapKinds),
  count: v.number(),
  /** The first ones, in their usual order. */
  records: v.array(v.object({ id: v.number(), name: v.string() })),
})
export type ReachGap = v.InferOutput<typeof ReachGap>

export const SetupChecklist = v.object({
  /**
   * In the suggested order, without steps that the company's plan or the host excludes. Empty when there is nothing to
   * show: everything is done or has worked before, an admin dismissed it, or the caller is no admin.
   */
  steps: v.array(
    v.object({
      step: v.picklist(setupSteps),
      done: v.boolean(),
      /** Why it is not done although its record exists. */
      gap: v.nullable(v.picklist(gapKinds)),
    }),
  ),
  /** Empty when a message on any connection reaches a person, or the caller is no admin. */
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
