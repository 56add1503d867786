import { eq, getTableColumns } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { excluded } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { keysOf, pick, recordOf } from '../../kernel/typed-object.contract'
import { flowRunTable } from './flow-run.tables'
import type { FlowState } from './flow-step'

export type FlowRunRow = typeof flowRunTable.$inferSelect

const { id, ...others } = getTableColumns(flowRunTable)
const written = keysOf(others)
const moved = ['nodeId', 'element', 'waiting', 'variables', 'resumeAt', 'steps', 'tries', 'firstMessageId'] as const

type OfTicket = { ticketId: TicketId }

const isOfTicket = (of: OfTicket) => eq(flowRunTable.ticketId, of.ticketId)

const statements = {
  ofTicket: statement((db, of: OfTicket) => db.select().from(flowRunTable).where(isOfTicket(of))),
  insert: statement((db, row: Omit<FlowRunRow, 'id'>) =>
    db
      .insert(flowRunTable)
      .values(pick(row, ...written))
      .returning({ id }),
  ),
  save: statement((db, row: FlowRunRow) =>
    db
      .insert(flowRunTable)
      .values(pick(row, 'id', ...written))
      .onConflictDoUpdate({ target: id, set: recordOf(moved, (name) => excluded(flowRunTable[name])) }),
  ),
  remove: statement((db, of: OfTicket) => db.delete(flowRunTable).where(isOfTicket(of))),
}

export function findRunOfTicket(ctx: CompanyContext, ticketId: TicketId): FlowRunRow | undefined {
  return statements.ofTicket.get(ctx, { ticketId })
}

type NewRun = Pick<FlowRunRow, 'ticketId' | 'flowId' | 'version' | 'trigger' | 'startedBy' | 'firstMessageId'>

export function insertRun(ctx: CompanyContext, run: NewRun, state: FlowState): FlowRunRow {
  statements.remove.run(ctx, run)
  const row = { ...run, ...state, variables: { ...state.variables }, resumeAt: null, startedAt: ctx.now }
  return { ...row, id: statements.insert.get(ctx, row)?.id ?? 0 }
}

export function saveRun(ctx: CompanyContext, run: FlowRunRow, state: FlowState, resumeAt: Date | null) {
  statements.save.run(ctx, { ...run, ...state, resumeAt })
}

export function removeRunOfTicket(ctx: CompanyContext, ticketId: TicketId) {
  statements.remove.run(ctx, { ticketId })
}

export function listRunsOfFlow({ db }: CompanyContext, flowId: number, limit: number): FlowRunRow[] {
  return db.select().from(flowRunTable).where(eq(flowRunTable.flowId, flowId)).limit(limit).all()
}

export function listRunningVersions({ db }: CompanyContext, flowId: number): number[] {
  const rows = db.selectDistinct({ version: flowRunTable.version }).from(flowRunTable)
  return rows
    .where(eq(flowRunTable.flowId, flowId))
    .all()
    .map(({ version }) => version)
}

export function stateOf({ nodeId, element, waiting, variables, steps, tries }: FlowRunRow): FlowState {
  return { nodeId, element, waiting, variables, steps, tries }
}
