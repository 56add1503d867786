import * as v from 'valibot'
import { objectsIn, unknownVariables } from '../flow-variables.contract'
import {
  defaultHandle,
  type FlowConnection,
  type FlowDrawing,
  type FlowNode,
  nodeDataSchemas,
  type NodeType,
  nodeTypes,
  outputsOf,
} from '../flow.contract'
import { isObject } from '../../kernel/untyped-json.contract'

const problemLevels = ['error', 'warning'] as const

const problemCodes = [
  'noStart',
  'severalStarts',
  'sameId',
  'lostConnection',
  'sameOutput',
  'incomplete',
  'unknownQueue',
  'unknownTag',
  'unknownAgent',
  'missingFile',
  'unreachable',
  'openOutput',
  'endlessLoop',
  'emptyMenu',
  'lostOutput',
  'behindHandOver',
  'unknownType',
  'sameNumber',
  'emptyContent',
  'unknownVariable',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export const FlowProblem = v.object({
  level: v.picklist(problemLevels),
  code: v.picklist(problemCodes),
  nodeId: v.optional(v.string()),
  /** Path in the node's data, such as `elements.2.value`; or the output of an unconnected node. */
  field: v.optional(v.string()),
  /** A key of the interface's texts. */
  fault: v.optional(v.string()),
  name: v.optional(v.string()),
})
export type FlowProblem = v.InferOutput<typeof FlowProblem>

const error = (code: ProblemCode, more: Omit<FlowProblem, 'level' | 'code'> = {}): FlowProblem => ({
  level: 'error',
  code,
  ...more,
})
const warning = (code: ProblemCode, more: Omit<FlowProblem, 'level' | 'code'> = {}): FlowProblem => ({
  level: 'warning',
  code,
  ...more,
})

/** @param fields as in `unknownVariables`; undefined if variables are not to be checked */
export function findFlowProblems(drawing: FlowDrawing, fields?: readonly string[]): FlowProblem[] {
  const outputs = new Map(drawing.nodes.map((node) => [node.id, outputsOf(node)]))
  return [
    ...startErrors(drawing.nodes),
    ...idErrors(drawing.nodes),
    ...drawing.nodes.flatMap(dataErrors),
    ...drawing.nodes.flatMap(sameNumbers),
    ...connectionErrors(drawing.connections, outputs),
    ...drawing.nodes.flatMap(typeWarnings),
    ...lostOutputs(drawing.connections, outputs),
    ...unreachableNodes(drawing),
    ...openOutputs(drawing, outputs),
    ...endlessLoops(drawing),
    ...lostVariables(drawing, fields),
  ]
}

function lostVariables({ nodes }: FlowDrawing, fields: readonly string[] | undefined): FlowProblem[] {
  return fields ? unknownVariables(nodes, fields).map((one) => warning('unknownVariable', one)) : []
}

/** The contact could only choose the first. */
function sameNumbers({ id, type, data }: FlowNode): FlowProblem[] {
  const seen = new Set<number>()
  return objectsIn(type === 'menu' ? data['arrayOption'] : undefined).flatMap(({ element, index }) => {
    const { number } = element
    if (seen.has(Number(number))) return [error('sameNumber', { nodeId: id, field: `arrayOption.${index}.number` })]
    seen.add(Number(number))
    return []
  })
}

function startErrors(nodes: readonly FlowNode[]): FlowProblem[] {
  const starts = nodes.filter(({ type }) => type === 'start')
  if (starts.length === 0) return [error('noStart')]
  return starts.slice(1).map(({ id }) => error('severalStarts', { nodeId: id }))
}

function idErrors(nodes: readonly FlowNode[]): FlowProblem[] {
  const seen = new Set<string>()
  return nodes.flatMap(({ id }) => {
    if (seen.has(id)) return [error('sameId', { nodeId: id })]
    seen.add(id)
    return []
  })
}

const isKnown = (type: string): type is NodeType => nodeTypes.some((known) => known === type)

function dataErrors({ id, type, data }: FlowNode): FlowProblem[] {
  if (!isKnown(type)) return []
  const { issues = [] } = v.safeParse(nodeDataSchemas[type], data)
  // The first fault of a field is the one to fix.
  const faults = new Map(issues.map((issue): [string, string] => [v.getDotPath(issue) ?? '', issue.message]).reverse())
  return [...faults]
    .reverse()
    .map(([field, fault]) => error('incomplete', { nodeId: id, ...(field && { field }), fault }))
}

type Outputs = ReadonlyMap<string, readonly string[]>

const handleOf = ({ sourceHandle }: FlowConnection) => sourceHandle || defaultHandle

function connectionErrors(connections: readonly FlowConnection[], outputs: Outputs): FlowProblem[] {
  const taken = new Set<string>()
  return connections.flatMap((connection) => {
    const { source, target } = connection
    if (!outputs.has(source) || !outputs.has(target)) {
      return [error('lostConnection', outputs.has(source) ? { nodeId: source } : {})]
    }
    const output = JSON.stringify([source, handleOf(connection)])
    if (taken.has(output)) return [error('sameOutput', { nodeId: source, field: handleOf(connection) })]
    taken.add(output)
    return []
  })
}

function typeWarnings({ id, type, data }: FlowNode): FlowProblem[] {
  if (!isKnown(type)) return [warning('unknownType', { nodeId: id })]
  const { arrayOption: options, seq, elements } = data
  if (type === 'menu' && Array.isArray(options) && options.length === 0) return [warning('emptyMenu', { nodeId: id })]
  return type === 'singleBlock' && runsNothing(seq, elements) ? [warning('emptyContent', { nodeId: id })] : []
}

/** What `seq` does not name is never sent. */
function runsNothing(seq: unknown, elements: unknown) {
  if (!Array.isArray(seq) || !Array.isArray(elements)) return false
  const named = new Set(seq)
  return !elements.filter(isObject).some(({ number }) => named.has(number))
}

/** An agent takes over for good. */
function lostOutputs(connections: readonly FlowConnection[], outputs: Outputs): FlowProblem[] {
  return connections.flatMap((connection) => {
    const known = outputs.get(connection.source)
    const handle = handleOf(connection)
    return known && !known.includes(handle) ? [warning('lostOutput', { nodeId: connection.source, field: handle })] : []
  })
}

function targetsBySource(connections: readonly FlowConnection[]) {
  const targets = new Map<string, string[]>()
  for (const { source, target } of connections) {
    const known = targets.get(source)
    if (known) known.push(target)
    else targets.set(source, [target])
  }
  return targets
}

function unreachableNodes({ nodes, connections }: FlowDrawing): FlowProblem[] {
  const targets = targetsBySource(connections)
  const reached = new Set(nodes.filter(({ type }) => type === 'start').map(({ id }) => id))
  for (const id of reached) for (const target of targets.get(id) ?? []) reached.add(target)
  return nodes.filter(({ id }) => !reached.has(id)).map(({ id }) => warning('unreachable', { nodeId: id }))
}

/** A flow may end anywhere, but one open output among several was probably forgotten. */
function openOutputs({ nodes, connections }: FlowDrawing, outputs: Outputs): FlowProblem[] {
  const taken = new Set(connections.map((connection) => JSON.stringify([connection.source, handleOf(connection)])))
  return nodes.flatMap(({ id, type }) => {
    const own = outputs.get(id) ?? []
    if (own.length < 2 && type !== 'start') return []
    const open = own.filter((handle) => !taken.has(JSON.stringify([id, handle])))
    return open.map((handle) => warning('openOutput', { nodeId: id, field: handle }))
  })
}

/** A loop through it may go on. */
function waits({ type, data }: FlowNode) {
  if (type === 'menu' || type === 'agent') return true
  return type === 'singleBlock' && JSON.stringify(data).includes('"input')
}

/** Other nodes follow, but the queue takes over. */
export function findNodesBehindHandOver(
  { nodes, connections }: FlowDrawing,
  takesOver: (node: FlowNode) => boolean,
): FlowProblem[] {
  const sources = new Set(connections.map(({ source }) => source))
  const found = nodes.filter((node) => node.type === 'ticket' && sources.has(node.id) && takesOver(node))
  return found.map(({ id }) => warning('behindHandOver', { nodeId: id }))
}

/** Returns loops in which nothing waits for the contact, by one of their nodes. */
function endlessLoops({ nodes, connections }: FlowDrawing): FlowProblem[] {
  const running = new Set(nodes.filter((node) => !waits(node)).map(({ id }) => id))
  const targets = targetsBySource(
    connections.filter(({ source, target }) => running.has(source) && running.has(target)),
  )
  const state = new Map<string, 'open' | 'done'>()
  const found: FlowProblem[] = []
  for (const first of running) {
    if (state.has(first)) continue
    const path: { id: string; next: number }[] = [{ id: first, next: 0 }]
    state.set(first, 'open')
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const target = targets.get(at.id)?.[at.next++]
      if (target === undefined) {
        state.set(at.id, 'done')
        path.pop()
      } else if (state.get(target) === 'open') {
        found.push(warning('endlessLoop', { nodeId: target }))
      } else if (!state.has(target)) {
        state.set(target, 'open')
        path.push({ id: target, next: 0 })
      }
    }
  }
  return found
}
