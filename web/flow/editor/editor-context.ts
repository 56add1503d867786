import { createRequiredContext } from '../../ui/context/ui-context'
import type { ReadonlySignal } from '@preact/signals-react'
import type { FlowTriggerView } from '../../../src/flow/flow.calls'
import type { FlowProblem } from '../../../src/flow/edit/flow-problems.contract'
import type { NodeType } from '../../../src/flow/flow.contract'
import type { FlowRecords } from './flow-records'
import type { FlowEditorModel, Position } from './flow-editor-model'

export interface FreeOutput {
  source: string
  handle: string
}

export type OpenPart =
  | { part: 'create'; kind: NodeType; from?: FreeOutput; at?: Position }
  | { part: 'edit'; nodeId: string }
  | { part: 'connect'; nodeId: string; handle?: string }

interface FlowEditorContext {
  model: FlowEditorModel
  records: ReadonlySignal<FlowRecords>
  triggers: readonly FlowTriggerView[] | undefined
  /** On small screens there is no map, and adding is within reach of the thumb. */
  isNarrow: boolean
  problemsOf: ReadonlySignal<ReadonlyMap<string, FlowProblem>>
  activeNode: string | undefined
  open(part: OpenPart): void
  reveal(nodeId: string): Promise<void>
  duplicate(ids: readonly string[]): void
}

export const [EditorContext, useFlowEditor] = createRequiredContext<FlowEditorContext>('the flow editor')
