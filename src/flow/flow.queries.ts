import { isAdmin } from '../kernel/company/actor'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { listContactFields } from '../contact/contact.queries'
import { listFormFields } from '../message/message.queries'
import { lastBotErrors, forgetBot } from '../bot/bot-errors'
import type { CompanyContext } from '../kernel/company/company-context'
import { required } from '../kernel/errors'
import { defineRecord } from '../kernel/record/define-record'
import { nameOfUser } from '../user/user.queries'
import { FlowPage, type FlowVersion, FlowView, type OpenedFlow, type FlowTriggerView } from './flow.calls'
import { FlowListQuery } from './edit/flow-body.contract'
import type { FlowDrawing } from './flow.contract'
import { flowTable, flowVersionTable } from './flow.tables'

export type Flow = typeof flowTable.$inferSelect

export const flowRecords = defineRecord({
  subject: 'flow',
  path: '/flowbuilder',
  table: flowTable,
  view: FlowView,
  unaudited: ['version', 'updatedBy'],
  notFound: 'ERR_NO_FLOW_FOUND',
  uniqueName: { taken: 'ERR_FLOW_NAME_ALREADY_EXISTS' },
  read: 'everyone',
  change: isAdmin,
  one: true,
  calls: {
    'GET /flowbuilder': { query: FlowListQuery, answer: FlowPage },
    'GET /flowbuilder/scheduled': { answer: v.object({ flows: v.array(FlowView) }) },
  },
  deletes: (ctx, { id }) => forgetBot(ctx, 'flow', id),
})
export const { get: getFlow, present: presentFlow } = flowRecords

/** Names that texts of flows may contain beside those of the flow itself. */
export const listKnownFields = (ctx: CompanyContext) => [
  ...new Set([...listContactFields(ctx), ...listFormFields(ctx)]),
]

const flowsMax = 1_000

export function listFlows(
  ctx: CompanyContext,
  { searchParam, pageNumber }: v.InferOutput<typeof FlowListQuery>,
): FlowPage {
  if (pageNumber !== undefined) {
    const { records, ...page } = flowRecords.listView(ctx, { searchParam, pageNumber })
    const triggers = ctx.company.services.ports.flowTriggers(ctx)
    const errors = isAdmin(ctx.actor) ? lastBotErrors(ctx, 'flow') : undefined
    const flows = records.map((flow) => ({
      ...flow,
      triggers: [...(triggers.get(flow.id) ?? [])],
      ...(errors && { lastError: errors.get(flow.id) ?? null }),
    }))
    return { flows, ...page }
  }
  const all = flowRecords.viewAll(ctx)
  return { flows: all.slice(0, flowsMax), hasMore: all.length > flowsMax, count: all.length }
}

export function listScheduledFlows(ctx: CompanyContext): FlowView[] {
  return flowRecords.viewAll(ctx, isNotNull(flowTable.scheduledTimeRun))
}

/** @throws Refusal ERR_NO_FLOW_FOUND */
export function getDrawing(ctx: CompanyContext, flowId: number, version: number): FlowDrawing {
  const isIt = and(eq(flowVersionTable.flowId, flowId), eq(flowVersionTable.version, version))
  const { nodes, connections } = required(ctx.db.select().from(flowVersionTable).where(isIt).get(), 'ERR_NO_FLOW_FOUND')
  return { nodes, connections }
}

/** @throws Refusal ERR_NO_FLOW_FOUND */
export function openFlow(ctx: CompanyContext, id: number): OpenedFlow {
  const flow = getFlow(ctx, id)
  return {
    ...presentFlow(ctx, flow),
    savedBy: nameOfUser(ctx, flow.updatedBy),
    flow: getDrawing(ctx, id, flow.version),
  }
}

/** The newest first. @throws Refusal ERR_NO_FLOW_FOUND */
export function listFlowVersions(ctx: CompanyContext, flowId: number): FlowVersion[] {
  getFlow(ctx, flowId)
  const { version, at, userId, nodeCount: nodes } = flowVersionTable
  const rows = ctx.db
    .select({ version, at, userId, nodes })
    .from(flowVersionTable)
    .where(eq(flowVersionTable.flowId, flowId))
    .orderBy(desc(version))
    .all()
  return rows.map(({ at, userId, ...row }) => ({ ...row, at: at.toISOString(), savedBy: nameOfUser(ctx, userId) }))
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    flowTriggers(ctx: CompanyContext): ReadonlyMap<number, readonly FlowTriggerView[]>
  }
}

export function triggersOf(ctx: CompanyContext, flowId: number): readonly FlowTriggerView[] {
  return ctx.company.services.ports.flowTriggers(ctx).get(flowId) ?? []
}
