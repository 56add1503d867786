import { and, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { findMediaByKey } from '../kernel/file/media-store'
import type { MoveIn, MoveInFiles } from '../kernel/move-in/move-in-step'
import { isObject } from '../kernel/untyped-json.contract'
import { filesOf } from './edit/flow-references'
import type { FlowNode } from './flow.contract'
import { getDrawing, getFlow } from './flow.queries'
import { flowTable, flowVersionTable } from './flow.tables'

/** A flow and a file of its drawing in one number. */
const filesPerFlow = 100_000
/** Drawings name files, as those that the editor uploads. */
const nobody = 0

function drawingOf(ctx: CompanyContext, flowId: number) {
  const { version } = getFlow(ctx, flowId)
  return { version, ...getDrawing(ctx, flowId, version) }
}

const isHere = (ctx: CompanyContext, name: string) => findMediaByKey(ctx, name)?.kind === 'flow'

export function lacksFlowFiles(ctx: CompanyContext, flowId: number) {
  return drawingOf(ctx, flowId)
    .nodes.flatMap(filesOf)
    .some(({ name }) => !isHere(ctx, name))
}

/** A flow of which one is missing becomes inactive. */
export function attachFlowFiles({ ctx, attach }: MoveIn, flowId: number, at: Date) {
  const files = drawingOf(ctx, flowId).nodes.flatMap(filesOf)
  for (const [index, { name, original }] of files.entries()) {
    if (isHere(ctx, name)) continue
    attach('flow', flowId * filesPerFlow + index, { path: [name, `flow/${name}`], name: original, at })
  }
}

/** Where the drawing names the file, it then names ours. */
function nameFile(ctx: CompanyContext, rowId: number, key: string) {
  const flowId = Math.floor(rowId / filesPerFlow)
  let left = rowId % filesPerFlow
  const { version, nodes } = drawingOf(ctx, flowId)
  const named = nodes.map((node) => {
    const files = filesOf(node)
    const file = left >= 0 ? files[left] : undefined
    left -= files.length
    return file ? withFile(node, file.field, key) : node
  })
  const isIt = and(eq(flowVersionTable.flowId, flowId), eq(flowVersionTable.version, version))
  ctx.db
    .update(flowVersionTable)
    .set({ nodes: sql`${JSON.stringify(named)}` })
    .where(isIt)
    .run()
}

/** `field`: `url`, or `elements.2.value`. */
function withFile(node: FlowNode, field: string, key: string): FlowNode {
  const { data } = node
  if (field === 'url') return { ...node, data: { ...data, url: key } }
  const index = Number(field.split('.')[1])
  const elements = (data['elements'] as unknown[]).map((element, at) =>
    at === index && isObject(element) ? { ...element, value: key } : element,
  )
  return { ...node, data: { ...data, elements } }
}

export const flowFiles: MoveInFiles = {
  kind: 'flow',
  ownerOf: () => nobody,
  placed: ({ ctx }, rowId, { key }) => nameFile(ctx, rowId, key),
  missing({ ctx, note }, rowId, missing) {
    const flowId = Math.floor(rowId / filesPerFlow)
    const { name } = getFlow(ctx, flowId)
    note('flowMissing', { name, missing })
    ctx.db.update(flowTable).set({ active: false }).where(eq(flowTable.id, flowId)).run()
  },
}
