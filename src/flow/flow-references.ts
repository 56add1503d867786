import type { CompanyContext } from '../kernel/company-context'
import { findMediaByKey, mediaFileExists } from '../kernel/media-store'
import { botRecordExists } from '../queue/bot-records.port'
import { findQueue } from '../queue/queue.queries'
import { findTag } from '../tag/tag.queries'
import type { FlowProblem, ProblemCode } from './flow-problems.contract'
import { elementTypeOf, type FlowDrawing, type FlowNode } from './flow.contract'

/** What a drawing names outside of itself: queues, tags, agents and files. */

const mediaTypes: readonly string[] = ['img', 'audio', 'video']

/** The queue, tag or agent of a node. Similar systems nest it in another `data`. */
export function referenceOf({ data }: FlowNode): Record<string, unknown> {
  const nested: unknown = data['data']
  return typeof nested === 'object' && nested !== null ? (nested as Record<string, unknown>) : data
}

/** Files of a node by the path of the field that names them. */
export function filesOf({ type, data }: FlowNode): { field: string; name: string }[] {
  if (mediaTypes.includes(type)) return fileAt('url', data['url'])
  const elements: unknown = type === 'singleBlock' ? data['elements'] : undefined
  if (!Array.isArray(elements)) return []
  return elements.flatMap((element: unknown, index) => {
    if (typeof element !== 'object' || element === null) return []
    const { type: named, number, value } = element as Record<string, unknown>
    const kind = elementTypeOf({ type: named, number: String(number) })
    return kind && mediaTypes.includes(kind) ? fileAt(`elements.${index}.value`, value) : []
  })
}

const fileAt = (field: string, name: unknown) => (typeof name === 'string' && name !== '' ? [{ field, name }] : [])

/** References to what the company does not have. What lacks one altogether is found without the company. */
export function findReferenceProblems(ctx: CompanyContext, { nodes }: FlowDrawing): FlowProblem[] {
  return nodes.flatMap((node) => [...recordProblems(ctx, node), ...fileProblems(ctx, node)])
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
  return filesOf(node).flatMap(({ field, name }): FlowProblem[] => {
    const media = findMediaByKey(ctx, name)
    if (media?.kind === 'flow' && mediaFileExists(ctx, media)) return []
    return [{ level: 'error', code: 'missingFile', nodeId: node.id, field }]
  })
}
