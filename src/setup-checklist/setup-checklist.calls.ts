import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'

export const setupSteps = ['whatsapp', 'queue', 'people'] as const

export const SetupChecklist = v.object({
  /**
   * In the suggested order, without steps that the company's plan or the host excludes. Empty when there is nothing to
   * show: everything is done, an admin dismissed it, or the caller is no admin.
   */
  steps: v.array(v.object({ step: v.picklist(setupSteps), done: v.boolean() })),
})
export type SetupChecklist = v.InferOutput<typeof SetupChecklist>

export const setupChecklistCalls = defineCalls({
  'GET /setup-checklist': { answer: SetupChecklist },
  'DELETE /setup-checklist': { answer: Done },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    setupChecklist: { action: 'delete' }
  }
}
