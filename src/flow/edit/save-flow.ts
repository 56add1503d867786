import { and, eq, inArray, lte, not, sql } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { SavedFlow } from '../flow.calls'
import type { SaveFlowBody } from './flow-body.contract'
import { findFlowProblems, type FlowProblem } from './flow-problems.contract'
import { type FlowDrawing, flowLimits } from '../flow.contract'
import { listRunningVersions } from '../run/flow-run.store'
import { findReferenceProblems } from './flow-references'
import { type Flow, flowRecords, getDrawing, getFlow, listKnownFields } from '../flow.queries'
import { nameOfUser } from '../../user/user.queries'
import { flowVersionTable } from '../flow.tables'

const versionsKept = 50

/** The same again makes no version. @throws Refusal ERR_NO_FLOW_FOUND; ERR_FLOW_CHANGED; ERR_INVALID_INPUT with `problems` */
export function saveFlow(ctx: CompanyContext, { idFlow, version, nodes, connections }: SaveFlowBody): SavedFlow {
  return ctx.transaction(() => {
    const flow = getFlow(ctx, idFlow)
    if (version && version !== flow.version) refuseChanged(ctx, flow)
    const drawing = writeDrawing({ nodes, connections })
    return storeDrawing(ctx, flow, drawing, checkDrawing(ctx, drawing))
  })
}

/** Unchecked: what has become of its queues and files shows. */
export function restoreFlow(ctx: CompanyContext, flowId: number, version: number): SavedFlow {
  return ctx.transaction(() => {
    const flow = getFlow(ctx, flowId)
    const drawing = getDrawing(ctx, flowId, version)
    return storeDrawing(ctx, flow, writeDrawing(drawing), findAllProblems(ctx, drawing))
  })
}

function refuseChanged(ctx: CompanyContext, { version, updatedAt, updatedBy }: Flow): never {
  const savedBy = nameOfUser(ctx, updatedBy)
  return refuse('ERR_FLOW_CHANGED', { body: { version, updatedAt: updatedAt.toISOString(), savedBy } })
}

export function findAllProblems(ctx: CompanyContext, drawing: FlowDrawing): FlowProblem[] {
  const found = [...findFlowProblems(drawing, listKnownFields(ctx)), ...findReferenceProblems(ctx, drawing)]
  return found.sort((a, b) => a.level.localeCompare(b.level))
}

export function checkDrawing(ctx: CompanyContext, drawing: WrittenDrawing): FlowProblem[] {
  if (drawing.nodesText.length + drawing.connectionsText.length > flowLimits.json) refuse('ERR_REQUEST_TOO_LARGE')
  const problems = findAllProblems(ctx, drawing)
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length > 0) {
    const fields = Object.fromEntries(errors.map((problem) => [placeOf(problem), problem.fault ?? 'invalid']))
    refuse('ERR_INVALID_INPUT', { fields, body: { problems } })
  }
  return problems
}

const placeOf = ({ nodeId, field }: FlowProblem) =>
  ['nodes', nodeId, field].filter((part) => part !== undefined).join('.')

export function storeDrawing(
  ctx: CompanyContext,
  flow: Flow,
  drawing: WrittenDrawing,
  problems: FlowProblem[],
): SavedFlow {
  if (isSaved(ctx, flow, drawing)) {
    return { id: flow.id, version: flow.version, updatedAt: flow.updatedAt.toISOString(), problems }
  }
  const version = flow.version + 1
  insertVersion(ctx, { flowId: flow.id, version }, drawing)
  forgetOldVersions(ctx, flow.id, version - versionsKept)
  const { updatedAt } = flowRecords.update(ctx, flow.id, { version, updatedBy: actingUserId(ctx.actor) })
  return { id: flow.id, version, updatedAt: updatedAt.toISOString(), problems }
}

function forgetOldVersions(ctx: CompanyContext, flowId: number, last: number) {
  const isRunning = inArray(flowVersionTable.version, listRunningVersions(ctx, flowId))
  const isOld = and(eq(flowVersionTable.flowId, flowId), lte(flowVersionTable.version, last), not(isRunning))
  ctx.db.delete(flowVersionTable).where(isOld).run()
}

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

function isSaved(ctx: CompanyContext, flow: { id: number; version: number }, drawing: WrittenDrawing) {
  const { flowId, version, nodes, connections } = flowVersionTable
  const isNewest = and(eq(flowId, flow.id), eq(version, flow.version))
  const isSame = sql`(${nodes}, ${connections}) = (${drawing.nodesText}, ${drawing.connectionsText})`
  return ctx.db.select({ version }).from(flowVersionTable).where(and(isNewest, isSame)).get() !== undefined
}
