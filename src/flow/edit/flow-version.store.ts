import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { FlowDrawing } from '../flow.contract'

/** A drawing with its JSON, which is made once: a large drawing takes milliseconds each time. */
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
  const { nodes, nodesText, connectionsText } = drawing
  const userId = actingUserId(ctx.actor) ?? null
  ctx.company.sqlite
    .query(
      `INSERT INTO flow_version (flow_id, version, nodes, connections, at, user_id, node_count)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(flowId, version, nodesText, connectionsText, ctx.now.getTime(), userId, nodes.length)
}

/** Whether the flow's newest version is this drawing. */
export function isSaved(ctx: CompanyContext, flow: { id: number; version: number }, drawing: WrittenDrawing) {
  const same = ctx.company.sqlite
    .query('SELECT 1 FROM flow_version WHERE flow_id = ? AND version = ? AND nodes = ? AND connections = ?')
    .get(flow.id, flow.version, drawing.nodesText, drawing.connectionsText)
  return same !== null
}
