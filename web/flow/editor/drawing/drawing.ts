import type { FlowConnection, FlowNode } from '../../../../src/flow/flow.contract'
import { isObject, textOf } from '../../../../src/kernel/untyped-json.contract'
import { randomId } from '../../../ui/text/random-id'

export interface FlowContent {
  nodes: readonly FlowNode[]
  connections: readonly FlowConnection[]
}

/** An output of a node. `handle` is the connection's `sourceHandle`. */
export type FlowOutput = { handle: string } & (
  | { kind: 'next' }
  | { kind: 'option'; number: number; text: string }
  | { kind: 'yes' | 'no' }
  | { kind: 'percent'; percent: number }
)

export function drawnOutputs({ type, data }: Pick<FlowNode, 'type' | 'data'>): readonly FlowOutput[] {
  switch (type) {
    case 'menu':
      return optionsOf(data).map(({ number, value }) => ({ handle: `a${number}`, kind: 'option', number, text: value }))
    case 'condition':
      return [
        { handle: 'a', kind: 'yes' },
        { handle: 'b', kind: 'no' },
      ]
    case 'randomizer': {
      const percent = numberOf(data['percent'], 50)
      return [
        { handle: 'a', kind: 'percent', percent },
        { handle: 'b', kind: 'percent', percent: 100 - percent },
      ]
    }
    case 'agent':
      return []
    default:
      return [{ handle: 'a', kind: 'next' }]
  }
}

interface MenuOption {
  number: number
  value: string
}

export function optionsOf(data: FlowNode['data']): MenuOption[] {
  const given: unknown = data['arrayOption']
  if (!Array.isArray(given)) return []
  return given.flatMap((option: unknown) => {
    if (!isObject(option)) return []
    const { number, value } = option
    return [{ number: numberOf(number, 0), value: textOf(value) }]
  })
}

export function numberOf(value: unknown, otherwise: number) {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** The handle that a connection leaves from; saved flows may lack the one of a node with a single output. */
export const handleOf = ({ sourceHandle }: Pick<FlowConnection, 'sourceHandle'>) => sourceHandle || 'a'

export function connectNodes(content: FlowContent, source: string, handle: string, target: string): FlowContent {
  const others = content.connections.filter((one) => one.source !== source || handleOf(one) !== handle)
  const connection = { id: randomId(), source, target, sourceHandle: handle, targetHandle: null }
  return { ...content, connections: [...others, connection] }
}

export function disconnect(content: FlowContent, source: string, handle: string): FlowContent {
  const connections = content.connections.filter((one) => one.source !== source || handleOf(one) !== handle)
  return { ...content, connections }
}

/** Removes connections, and nodes with their connections. The last start stays. */
export function removeFrom(
  content: FlowContent,
  nodeIds: ReadonlySet<string>,
  connectionIds: ReadonlySet<string> = new Set(),
): FlowContent {
  const starts = content.nodes.filter(({ type }) => type === 'start')
  const lastStart = starts.find(({ id }) => !nodeIds.has(id)) ?? starts[0]
  const isRemoved = ({ id }: FlowNode) => nodeIds.has(id) && id !== lastStart?.id
  const nodes = content.nodes.filter((node) => !isRemoved(node))
  const kept = new Set(nodes.map(({ id }) => id))
  const connections = content.connections.filter(
    ({ id, source, target }) => !connectionIds.has(id) && kept.has(source) && kept.has(target),
  )
  return { nodes, connections }
}

/** Connections follow their outputs, which are renumbered. @param handles new handle of each remaining output */
export function setNodeData(
  content: FlowContent,
  id: string,
  data: FlowNode['data'],
  handles?: ReadonlyMap<string, string>,
): FlowContent {
  const before = content.nodes.find((node) => node.id === id)
  if (!before) return content
  const nodes = content.nodes.map((node) => (node.id === id ? { ...node, data } : node))
  const had = new Set(drawnOutputs(before).map(({ handle }) => handle))
  const has = new Set(drawnOutputs({ ...before, data }).map(({ handle }) => handle))
  const connections = content.connections.flatMap((one) => {
    const handle = handleOf(one)
    if (one.source !== id || !had.has(handle)) return [one]
    const next = handles ? handles.get(handle) : handle
    return next !== undefined && has.has(next) ? [{ ...one, sourceHandle: next }] : []
  })
  return { nodes, connections }
}

/** Nodes and the connections among them, as they are copied. A start node cannot be copied. */
export function partOf(content: FlowContent, ids: ReadonlySet<string>): FlowContent {
  const nodes = content.nodes.filter(({ id, type }) => ids.has(id) && type !== 'start')
  const taken = new Set(nodes.map(({ id }) => id))
  return { nodes, connections: content.connections.filter((one) => taken.has(one.source) && taken.has(one.target)) }
}

const gapPx = 80
export const cardWidthPx = 272

/** Adds copies under new ids to the right of the furthest node. Returns the new ids as well. */
export function addCopies(content: FlowContent, part: FlowContent): FlowContent & { ids: string[] } {
  const ids = new Map(part.nodes.map(({ id }) => [id, randomId()]))
  const left = Math.min(...part.nodes.map(({ position }) => position.x))
  const byX = Math.max(left, ...content.nodes.map(({ position, width }) => position.x + (width ?? cardWidthPx) + gapPx))
  const nodes = part.nodes.map((node) => ({
    ...node,
    id: ids.get(node.id) ?? randomId(),
    position: { x: node.position.x - left + byX, y: node.position.y },
    data: structuredClone(node.data),
  }))
  const connections = part.connections.map((one) => ({
    ...one,
    id: randomId(),
    source: ids.get(one.source) ?? one.source,
    target: ids.get(one.target) ?? one.target,
  }))
  return {
    nodes: [...content.nodes, ...nodes],
    connections: [...content.connections, ...connections],
    ids: [...ids.values()],
  }
}
