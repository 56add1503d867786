import { and, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findMediaByKey, mediaFileExists } from '../../kernel/file/media-store'
import { findQueue, botRecordExists } from '../../queue/queue.queries'
import { takeOverOf } from '../../queue/queue.contract'
import { findTag } from '../../tag/tag.queries'
import type { UnresolvedReference } from '../flow.calls'
import { findNodesBehindHandOver, type FlowProblem, type ProblemCode } from './flow-problems.contract'
import { elementTypeOf, type FlowDrawing, type FlowNode, recordIn } from '../flow.contract'
import { flowTable, flowVersionTable } from '../flow.tables'
import { isObject, textOf, readStored } from '../../kernel/untyped-json.contract'

const mediaTypes: readonly string[] = ['img', 'audio', 'video']

export const referenceOf = ({ data }: FlowNode) => recordIn(data)

export function filesOf({ type, data }: FlowNode): { field: string; name: string; original: string }[] {
  if (mediaTypes.includes(type)) return fileAt('url', data['url'], data['original'])
  const elements: unknown = type === 'singleBlock' ? data['elements'] : undefined
  if (!Array.isArray(elements)) return []
  return elements.flatMap((element: unknown, index) => {
    if (!isObject(element)) return []
    const { type: named, number, value, original } = element
    const kind = elementTypeOf({ type: named, number: String(number) })
    return kind && mediaTypes.includes(kind) ? fileAt(`elements.${index}.value`, value, original) : []
  })
}

/** `original`: on the author's disk. */
function fileAt(field: string, name: unknown, original: unknown) {
  if (typeof name !== 'string' || name === '') return []
  return [{ field, name, original: textOf(original) || name }]
}

export function isTagInFlow(ctx: CompanyContext, tagId: number) {
  const { flowId, version, nodes: inVersion } = flowVersionTable
  const nodes = ctx.db
    .select({ node: sql<string>`node.value` })
    .from(flowTable)
    .innerJoin(flowVersionTable, and(eq(flowId, flowTable.id), eq(version, flowTable.version)))
    .crossJoin(sql`json_each(${inVersion}) node`)
    .where(sql`node.value ->> '$.type' = 'tag'`)
    .all()
  return nodes.some(({ node }) => Number(referenceOf(readStored<FlowNode>(node))['id']) === tagId)
}

export function findReferenceProblems(ctx: CompanyContext, drawing: FlowDrawing): FlowProblem[] {
  const takesOver = (node: FlowNode) => {
    const queue = findQueue(ctx, Number(referenceOf(node)['id']))
    return queue !== undefined && takeOverOf(queue) !== undefined
  }
  return [
    ...drawing.nodes.flatMap((node) => [...recordProblems(ctx, node), ...fileProblems(ctx, node)]),
    ...findNodesBehindHandOver(drawing, takesOver),
  ]
}

function recordProblems(ctx: CompanyContext, node: FlowNode): FlowProblem[] {
  const id = Number(referenceOf(node)['id'])
  if (!Number.isSafeInteger(id) || id < 1) return []
  const problem = (code: ProblemCode): FlowProblem[] => [{ level: 'error', code, nodeId: node.id, field: 'id' }]
  if (node.type === 'ticket') return findQueue(ctx, id) ? [] : problem('unknownQueue')
  if (node.type === 'tag') return findTag(ctx, id) ? [] : problem('unknownTag')
  if (node.type === 'agent') return botRecordExists(ctx, 'agent', id) ? [] : problem('unknownAgent')
  return []
}

function fileProblems(ctx: CompanyContext, node: FlowNode): FlowProblem[] {
  return missingFilesOf(ctx, node).map(({ field }) => ({
    level: 'error',
    code: 'missingFile',
    nodeId: node.id,
    field,
  }))
}

function missingFilesOf(ctx: CompanyContext, node: FlowNode) {
  return filesOf(node).filter(({ name }) => {
    const media = findMediaByKey(ctx, name)
    return media?.kind !== 'flow' || !mediaFileExists(ctx, media)
  })
}

export function listUnresolved(ctx: CompanyContext, { nodes }: FlowDrawing): UnresolvedReference[] {
  const found = nodes.flatMap((node): UnresolvedReference[] => {
    const { type } = node
    const files = missingFilesOf(ctx, node).map(({ original }) => ({ kind: 'file' as const, name: original }))
    if (type !== 'ticket' && type !== 'tag' && type !== 'agent') return files
    const { id, name } = referenceOf(node)
    return id === undefined ? [{ kind: type, name: typeof name === 'string' ? name : '' }] : []
  })
  return [...new Map(found.map((one) => [`${one.kind} ${one.name}`, one])).values()]
}
