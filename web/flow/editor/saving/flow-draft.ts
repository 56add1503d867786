import * as v from 'valibot'
import { FlowDrawing } from '../../../../src/flow/flow.contract'
import type { FlowContent } from '../drawing/drawing'

const Draft = v.object({ at: v.number(), ...FlowDrawing.entries })
export type FlowDraft = v.InferOutput<typeof Draft>

/** Unsaved changes of one flow, kept in this browser in case the tab is lost. */
export function createFlowDraft(companyId: number, flowId: number) {
  const key = `flow-draft-${companyId}-${flowId}`
  return {
    read(): FlowDraft | undefined {
      try {
        const found = v.safeParse(Draft, JSON.parse(localStorage.getItem(key) ?? ''))
        return found.success ? found.output : undefined
      } catch {
        return undefined
      }
    },
    write({ nodes, connections }: FlowContent) {
      try {
        localStorage.setItem(key, JSON.stringify({ at: Date.now(), nodes, connections }))
      } catch {
        // Without space in the browser the changes are only on the screen.
      }
    },
    remove: () => localStorage.removeItem(key),
  }
}
