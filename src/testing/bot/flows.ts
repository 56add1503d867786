import { eq } from 'drizzle-orm'
import { createFlow } from '../../flow/flow.commands'
import type { FlowConnection, FlowDrawing, FlowNode } from '../../flow/flow.contract'
import { flowTable, flowVersionTable } from '../../flow/flow.tables'
import type { CompanyContext } from '../../kernel/company/company-context'

/** A node by type and data; its id is its index, starting with `n1`. */
export type DrawnNode = [type: string, data?: Record<string, unknown>]
/** `n1 n2`, or with an output `n1.b n2`. */
export type DrawnEdge = string

/** A drawing of these nodes. `n0` is the start, connected with `n1`. Without edges, each node follows the one before. */
export function drawFlow(nodes: readonly DrawnNode[], edges?: readonly DrawnEdge[]): FlowDrawing {
  const all: DrawnNode[] = [['start'], ...nodes]
  const lines = edges ?? nodes.slice(1).map((_, index) => `n${index + 1} n${index + 2}`)
  return {
    nodes: all.map(([type, data = {}], index): FlowNode => {
      return { id: `n${index}`, type, position: { x: index * 300, y: 0 }, data }
    }),
    connections: ['n0 n1', ...lines].map((line): FlowConnection => {
      const [from = '', target = ''] = line.split(' ')
      const [source = '', sourceHandle = 'a'] = from.split('.')
      return { id: line, source, target, sourceHandle }
    }),
  }
}

export function block(...elements: [type: string, value: unknown, more?: object][]): DrawnNode {
  const drawn = elements.map(([type, value, more], index) => ({ number: `${type}${index}`, type, value, ...more }))
  return ['singleBlock', { seq: drawn.map(({ number }) => number), elements: drawn }]
}

export const text = (label: string): DrawnNode => ['message', { label }]
export const menu = (message: string, ...options: string[]): DrawnNode => [
  'menu',
  { message, arrayOption: options.map((value, index) => ({ number: index + 1, value })) },
]

/** Saves a drawing as the newest version of a new flow, also one that the editor would refuse. Returns the flow's id. */
export function addFlow(ctx: CompanyContext, name: string, drawing: FlowDrawing): number {
  const { id } = createFlow(ctx, name)
  redrawFlow(ctx, id, 2, drawing)
  return id
}

export function redrawFlow(ctx: CompanyContext, flowId: number, version: number, drawing: FlowDrawing) {
  ctx.db
    .insert(flowVersionTable)
    .values({ flowId, version, ...drawing, at: ctx.now, userId: null })
    .run()
  ctx.db.update(flowTable).set({ version }).where(eq(flowTable.id, flowId)).run()
}
