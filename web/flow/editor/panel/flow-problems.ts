import { computed, type ReadonlySignal } from '@preact/signals-react'
import {
  findFlowProblems,
  findNodesBehindHandOver,
  type FlowProblem,
  type ProblemCode,
} from '../../../../src/flow/edit/flow-problems.contract'
import type { FlowNode } from '../../../../src/flow/flow.contract'
import type { FlowContent } from '../drawing/drawing'
import { type FlowRecords, type NamedRecord, takeOverIn } from '../flow-records'
import { referenceOf } from '../node/node-summary'

export function createProblems(
  content: ReadonlySignal<FlowContent>,
  records: ReadonlySignal<FlowRecords>,
  missingFiles: ReadonlySignal<readonly FlowProblem[]>,
) {
  const all = computed(() => {
    const { nodes, connections } = content.value
    const drawing = { nodes: [...nodes], connections: [...connections] }
    const takesOver = ({ data }: FlowNode) => takeOverIn(records.value, referenceOf(data).id) !== undefined
    const drawn = [...findFlowProblems(drawing, records.value.fields), ...findNodesBehindHandOver(drawing, takesOver)]
    const known = new Map(nodes.map((node) => [node.id, node]))
    const lost = missingFiles.value.filter((problem) => isStillMissing(problem, known.get(problem.nodeId ?? '')))
    const found = [...drawn, ...nodes.flatMap((node) => referenceProblems(node, records.value)), ...lost]
    return found.sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
  })
  const errorOf = computed(() => {
    const errors = all.value.filter(({ level, nodeId }) => level === 'error' && nodeId !== undefined)
    return new Map(errors.map((problem): [string, FlowProblem] => [problem.nodeId ?? '', problem]).reverse())
  })
  return { all, errorOf }
}

/** Whether the field still names the missing file. Another name means that the file was replaced. */
function isStillMissing({ field = '', fault }: FlowProblem, node: FlowNode | undefined) {
  return node !== undefined && valueAt(node.data, field) === fault
}

export function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((at: unknown, key) => (at as Record<string, unknown> | undefined)?.[key], data)
}

function referenceProblems(node: FlowNode, { queues, tags, agents }: FlowRecords): FlowProblem[] {
  const check = (known: readonly NamedRecord[] | undefined, code: ProblemCode): FlowProblem[] => {
    const { id } = referenceOf(node.data)
    if (!known || id === 0 || known.some((record) => record.id === id)) return []
    return [{ level: 'error', code, nodeId: node.id }]
  }
  if (node.type === 'ticket') return check(queues, 'unknownQueue')
  if (node.type === 'tag') return check(tags, 'unknownTag')
  return node.type === 'agent' ? check(agents, 'unknownAgent') : []
}
