import * as v from 'valibot'
import {
  type BlockElement,
  defaultHandle,
  type FlowConnection,
  type FlowNode,
  type NodeData,
  nodeDataSchemas,
  type NodeType,
  nodeTypes,
} from '../flow.contract'

/** A node with complete data, ready to run. */
export type RunNode = { [Type in NodeType]: { id: string; type: Type; data: NodeData[Type] } }[NodeType]

export interface FlowGraph {
  readonly startId: string | undefined
  node(id: string): RunNode | undefined
  target(id: string, handle?: string): string | undefined
}

interface Drawing {
  nodes: readonly FlowNode[]
  connections: readonly FlowConnection[]
}

export function readFlowGraph({ nodes, connections }: Drawing): FlowGraph {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const targets = new Map(
    connections.map(({ source, sourceHandle, target }) => [outputKey(source, sourceHandle || defaultHandle), target]),
  )
  const checked = new Map<string, RunNode | undefined>()
  return {
    startId: nodes.find(({ type }) => type === 'start')?.id,
    node(id) {
      if (!checked.has(id)) checked.set(id, readNode(byId.get(id)))
      return checked.get(id)
    },
    target(id, handle = defaultHandle) {
      const target = targets.get(outputKey(id, handle))
      return target !== undefined && byId.has(target) ? target : undefined
    },
  }
}

const outputKey = (id: string, handle: string) => `${handle} ${id}`

function readNode(node: FlowNode | undefined): RunNode | undefined {
  const type = nodeTypes.find((known) => known === node?.type)
  if (!node || !type) return undefined
  const data = v.safeParse(nodeDataSchemas[type], node.data)
  return data.success ? ({ id: node.id, type, data: data.output } as RunNode) : undefined
}

export function elementsOf({ seq, elements }: NodeData['singleBlock']): BlockElement[] {
  const byNumber = new Map(elements.map((element) => [element.number, element]))
  return seq.flatMap((number) => byNumber.get(number) ?? [])
}
