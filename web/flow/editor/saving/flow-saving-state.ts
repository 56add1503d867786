import { signal, type Signal } from '@preact/signals-react'
import type { FlowProblem } from '../../../../src/flow/edit/flow-problems.contract'
import type { OpenedFlow } from '../../../../src/flow/flow.calls'
import type { FlowContent } from '../drawing/drawing'
import { valueAt } from '../panel/flow-problems'

/** A change of the open flow by another user. */
export type ForeignChange = { kind: 'saved' } | { kind: 'deleted' }

/** The user's changes conflict with a version that another user saved. */
export interface FlowConflict {
  base: FlowContent
  mine: FlowContent
  newest: OpenedFlow
  /** Both sides' changes in one drawing; undefined where they changed the same block. */
  merged: FlowContent | undefined
}

export interface FlowSavingState {
  version: number
  base: FlowContent
  readonly saving: Signal<boolean>
  readonly foreign: Signal<ForeignChange | undefined>
  readonly conflict: Signal<FlowConflict | undefined>
  /** Files that the server did not find, by the name in `fault`. */
  readonly missingFiles: Signal<readonly FlowProblem[]>
  setVersion(version: number, content: FlowContent): void
}

export function createFlowSavingState({ version, flow }: OpenedFlow): FlowSavingState {
  const foreign = signal<ForeignChange | undefined>(undefined)
  const state: FlowSavingState = {
    version,
    base: flow,
    foreign,
    saving: signal(false),
    conflict: signal<FlowConflict | undefined>(undefined),
    missingFiles: signal<readonly FlowProblem[]>([]),
    setVersion(version, content) {
      state.version = version
      state.base = content
      foreign.value = undefined
    },
  }
  return state
}

/** Returns the problems with files that the server did not find. */
export function missingFilesIn({ nodes }: FlowContent, problems: readonly FlowProblem[]): FlowProblem[] {
  return problems
    .filter(({ code }) => code === 'missingFile')
    .map((problem) => {
      const data = nodes.find(({ id }) => id === problem.nodeId)?.data
      return { ...problem, fault: String(valueAt(data, problem.field ?? '')) }
    })
}
