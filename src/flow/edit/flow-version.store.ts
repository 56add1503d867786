import { and, eq, sql } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { FlowDrawing } from '../flow.contract'
import { flowVersionTable } from '../flow.tables'

/** A large drawing's JSON takes milliseconds. */
export interface WrittenDrawing extends FlowDrawing {
  readonly nodesText: string
  readonly connectionsText: string
}

interface Version {
  flowId: number
  version: number
}

export function writeDrawing({ nodes, connections }: FlowDrawing): WrittenDrawing {
  return { nodes, connections, nodesText: JSON.stringify(nodes), connectionsText: JSON.stringify(connections) }
}

export function insertVersion(ctx: CompanyContext, { flowId, version }: Version, drawing: WrittenDrawing) {
  const texts = { nodes: sql`${drawing.nodesText}`, connections: sql`${drawing.connectionsText}` }
  const userId = actingUserId(ctx.actor) ?? null
  const nodeCount = drawing.nodes.length
  ctx.db
    .insert(flowVersionTable)
    .values({ flowId, version, ...texts, at: ctx.now, userId, nodeCount })
    .run()
}

export function isSaved(ctx: CompanyContext, flow: { id: number; version: number }, drawing: WrittenDrawing) {
  const { flowId, version, nodes, connections } = flowVersionTable
  const isNewest = and(eq(flowId, flow.id), eq(version, flow.version))
  const isSame = sql`(${nodes}, ${connections}) = (${drawing.nodesText}, ${drawing.connectionsText})`
  return ctx.db.select({ version }).from(flowVersionTable).where(and(isNewest, isSame)).get() !== undefined
}
