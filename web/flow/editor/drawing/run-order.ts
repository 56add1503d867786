import type { FlowNode } from '../../../../src/flow/flow.contract'
import { drawnOutputs, handleOf, type FlowContent, type FlowOutput } from './drawing'

interface Exit {
  output: FlowOutput
  target: string | undefined
}

export function exitsOf({ nodes, connections }: FlowContent, node: FlowNode): Exit[] {
  const leads = new Map(connections.filter((one) => one.source === node.id).map((one) => [handleOf(one), one.target]))
  const known = new Set(nodes.map(({ id }) => id))
  return drawnOutputs(node).map((output) => {
    const target = leads.get(output.handle)
    return { output, target: target !== undefined && known.has(target) ? target : undefined }
  })
}

/** Returns all nodes as they run: from the start along each way to its end, then those that nothing leads to. */
export function runOrder(content: FlowContent): FlowNode[] {
  const nodes = new Map(content.nodes.map((node) => [node.id, node]))
  const ordered = new Set<FlowNode>()
  const starts = content.nodes.filter(({ type }) => type === 'start')
  const led = new Set(content.connections.map(({ target }) => target))
  const heads = content.nodes.filter(({ id }) => !led.has(id))
  for (const first of [...starts, ...heads, ...content.nodes]) {
    const waiting = [first]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (ordered.has(node)) continue
      ordered.add(node)
      const next = exitsOf(content, node).flatMap(({ target }) => nodes.get(target ?? '') ?? [])
      waiting.push(...next.reverse())
    }
  }
  return [...ordered]
}

export type Step = 'next' | 'back' | 'down' | 'up' | 'first' | 'last'

/** Along the first output, back, or to the branch beside, so that every node can be reached. */
export function nodeBeside(content: FlowContent, from: string, step: Step, cameFrom?: string): string | undefined {
  const ordered = runOrder(content)
  const at = ordered.findIndex(({ id }) => id === from)
  const node = ordered[at]
  if (!node || step === 'first') return ordered[0]?.id
  if (step === 'last') return ordered.at(-1)?.id
  if (step === 'next') return targetsOf(content, node)[0]
  const leading = ordered.filter((one) => one !== node && targetsOf(content, one).includes(from))
  const before = leading.find(({ id }) => id === cameFrom) ?? leading[0]
  if (step === 'back') return before?.id
  const branches = before ? targetsOf(content, before) : []
  const by = step === 'down' ? 1 : -1
  const beside = branches.indexOf(from) + by
  return branches.at(beside < 0 ? branches.length : beside) ?? ordered[at + by]?.id
}

const targetsOf = (content: FlowContent, node: FlowNode) => [
  ...new Set(exitsOf(content, node).flatMap(({ target }) => target ?? [])),
]
