import * as v from 'valibot'
import { agentRecords } from '../../ai-agent/agent/agent.record'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { nameKey } from '../../kernel/text/name-text.contract'
import { readBoundedJson } from '../../kernel/http/body/read-json'
import { listQueues } from '../../queue/queue.queries'
import { listTags } from '../../tag/tag.queries'
import type { ImportedFlow } from '../flow.calls'
import { defaultHandle, type FlowConnection, FlowDrawing, flowLimits, type FlowNode } from '../flow.contract'
import { listUnresolved, referenceOf } from './flow-references'
import { getFlow } from '../flow.queries'
import { findAllProblems, storeDrawing, writeDrawing } from './save-flow'
import { textOf, objectOf } from '../../kernel/untyped-json.contract'

/** `{ nodes, connections }`, perhaps within `flow`. */
const ExportedFlow = v.union([
  FlowDrawing,
  v.pipe(
    v.object({ flow: FlowDrawing }),
    v.transform(({ flow }) => flow),
  ),
  v.pipe(
    v.object({ flow: v.object({ flow: FlowDrawing }) }),
    v.transform(({ flow }) => flow.flow),
  ),
])

/** Records are found by name; missing ones are listed. @throws Refusal ERR_NO_FLOW_FOUND, ERR_INVALID_INPUT */
export function importFlow(ctx: CompanyContext, flowId: number, text: string): ImportedFlow {
  const exported = readDrawing(text)
  return ctx.transaction(() => {
    const flow = getFlow(ctx, flowId)
    const nodes = withOwnRecords(ctx, exported.nodes.map(asContent))
    const drawing = writeDrawing({ nodes, connections: validConnections(exported) })
    const saved = storeDrawing(ctx, flow, drawing, findAllProblems(ctx, drawing))
    return { ...saved, unresolved: listUnresolved(ctx, drawing) }
  })
}

function readDrawing(text: string): FlowDrawing {
  const { output, success } = v.safeParse(ExportedFlow, parse(text))
  const isValid = success && new Set(output.nodes.map(({ id }) => id)).size === output.nodes.length
  return isValid ? output : refuse('ERR_INVALID_INPUT', { fields: { flow: 'flowFile' } })
}

/** Connections between nodes that exist, one from each output: others could be neither drawn nor mended. */
function validConnections({ nodes, connections }: FlowDrawing): FlowConnection[] {
  const ids = new Set(nodes.map(({ id }) => id))
  const taken = new Set<string>()
  return connections.filter(({ source, target, sourceHandle }) => {
    const output = JSON.stringify([source, sourceHandle || defaultHandle])
    if (!ids.has(source) || !ids.has(target) || taken.has(output)) return false
    taken.add(output)
    return true
  })
}

function parse(text: string): unknown {
  try {
    return readBoundedJson(text, flowLimits.values)
  } catch {
    return undefined
  }
}

interface NamedRecord {
  id: number
  name: string
  color?: string
}

function withOwnRecords(ctx: CompanyContext, nodes: readonly FlowNode[]): FlowNode[] {
  const own: Record<string, ReadonlyMap<string, NamedRecord>> = {
    ticket: byName(listQueues(ctx)),
    tag: byName(listTags(ctx)),
    agent: byName(agentRecords.list(ctx).map(({ id, name }) => ({ id, name }))),
  }
  return nodes.map((node) => {
    const records = own[node.type]
    return records ? { ...node, data: ownRecord(records, referenceOf(node)) } : node
  })
}

function byName(records: readonly NamedRecord[]): ReadonlyMap<string, NamedRecord> {
  return new Map(records.toSorted((a, b) => b.id - a.id).map((one) => [nameKey(one.name), one]))
}

/** An id without a name could be another company's. */
function ownRecord(records: ReadonlyMap<string, NamedRecord>, { name, color }: Readonly<Record<string, unknown>>) {
  const found = typeof name === 'string' ? records.get(nameKey(name)) : undefined
  const shown = found?.color ?? color
  return { ...(found && { id: found.id }), name: found?.name ?? name, ...(shown !== undefined && { color: shown }) }
}

/** Similar systems draw `input` and `question` as blocks. */
function asContent(node: FlowNode): FlowNode {
  const asked = questionOf(node)
  if (!asked) return node
  const { text, name } = asked
  const message = { number: 'message0', type: 'message', value: text }
  const elements = [...(text.trim() === '' ? [] : [message]), { number: 'input0', type: 'input', value: name }]
  return { ...node, type: 'singleBlock', data: { seq: elements.map(({ number }) => number), elements } }
}

function questionOf({ type, data }: FlowNode): { text: string; name: string } | undefined {
  if (type === 'input') return { text: textOf(data['question']), name: textOf(data['variableName']) }
  if (type !== 'question') return undefined
  const { message, answerKey } = objectOf(data['typebotIntegration'])
  return { text: textOf(message), name: textOf(answerKey) }
}
