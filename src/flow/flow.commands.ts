import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { freeName } from '../kernel/text/name-text.contract'
import type { DuplicateFlowBody, UpdateFlowBody } from './edit/flow-body.contract'
import { type Flow, flowRecords, getDrawing, getFlow, presentFlow } from './flow.queries'
import { checkDrawing, insertVersion, writeDrawing, type WrittenDrawing } from './edit/save-flow'

/** @throws Refusal ERR_FLOW_NAME_ALREADY_EXISTS */
export function createFlow(ctx: CompanyContext, name: string) {
  const start = { id: crypto.randomUUID(), type: 'start', position: { x: 80, y: 160 }, data: {} }
  return createFlowWith(ctx, { name }, writeDrawing({ nodes: [start], connections: [] }))
}

type NewFlow = Pick<Flow, 'name'> & Partial<Pick<Flow, 'active' | 'scheduledTimeRun'>>

function createFlowWith(ctx: CompanyContext, values: NewFlow, drawing: WrittenDrawing) {
  return ctx.transaction(() => {
    const flow = flowRecords.create(ctx, { ...values, updatedBy: actingUserId(ctx.actor) })
    insertVersion(ctx, { flowId: flow.id, version: 1 }, drawing)
    return presentFlow(ctx, flow)
  })
}

/** @throws Refusal ERR_NO_FLOW_FOUND, ERR_FLOW_NAME_ALREADY_EXISTS */
export function updateFlow(ctx: CompanyContext, { flowId, name, active }: UpdateFlowBody) {
  const changes = { ...(name !== undefined && { name }), ...(active !== undefined && { active }) }
  return presentFlow(ctx, flowRecords.update(ctx, flowId, changes))
}

/** @throws Refusal ERR_NO_FLOW_FOUND */
export function scheduleFlow(ctx: CompanyContext, flowId: number, scheduledTimeRun: string) {
  return presentFlow(ctx, flowRecords.update(ctx, flowId, { scheduledTimeRun: scheduledTimeRun || null }))
}

/** A given drawing, such as of a refused save, is validated. @throws Refusal ERR_NO_FLOW_FOUND, ERR_INVALID_INPUT */
export function duplicateFlow(ctx: CompanyContext, { flowId, nodes, connections }: DuplicateFlowBody) {
  return ctx.transaction(() => {
    const { name, active, scheduledTimeRun, version } = getFlow(ctx, flowId)
    const drawing = nodes && writeDrawing({ nodes, connections: connections ?? [] })
    if (drawing) checkDrawing(ctx, drawing)
    const copy = { name: copyName(ctx, name), active, scheduledTimeRun }
    return createFlowWith(ctx, copy, drawing ?? writeDrawing(getDrawing(ctx, flowId, version)))
  })
}

/** `Vendas - cópia`, then `Vendas - cópia 2`. */
function copyName(ctx: CompanyContext, name: string) {
  const taken = new Set(flowRecords.list(ctx).map((flow) => flow.nameKey))
  return freeName(name, taken, { ending: ' - cópia' })
}
