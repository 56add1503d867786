import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketId } from '../../kernel/ids'
import { flowRunTable } from './flow-run.tables'
import type { FlowState } from './flow-step'

export type FlowRunRow = typeof flowRunTable.$inferSelect

const statements = perCompany(({ sqlite, db }) => ({
  ofTicket: db
    .select()
    .from(flowRunTable)
    .where(eq(flowRunTable.ticketId, sql.placeholder('ticketId')))
    .prepare(),
  insert: sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO flow_run (ticket_id, flow_id, version, node_id, element, waiting, variables, resume_at, steps, tries,
       trigger, started_by, first_message_id, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  ),
  save: sqlite.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO flow_run (id, ticket_id, flow_id, version, trigger, started_by, started_at, first_message_id, node_id, element,
       waiting, variables, resume_at, steps, tries)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET node_id = excluded.node_id, element = excluded.element, waiting = excluded.waiting,
       variables = excluded.variables, resume_at = excluded.resume_at, steps = excluded.steps, tries = excluded.tries,
       first_message_id = excluded.first_message_id`,
  ),
  remove: sqlite.prepare<unknown, [number]>('DELETE FROM flow_run WHERE ticket_id = ?'),
}))

export function findRunOfTicket(ctx: CompanyContext, ticketId: TicketId): FlowRunRow | undefined {
  return statements(ctx.company).ofTicket.get({ ticketId })
}

type NewRun = Pick<FlowRunRow, 'ticketId' | 'flowId' | 'version' | 'trigger' | 'startedBy' | 'firstMessageId'>

export function insertRun(ctx: CompanyContext, run: NewRun, state: FlowState): FlowRunRow {
  const { remove, insert } = statements(ctx.company)
  const { ticketId, flowId, version, trigger, startedBy, firstMessageId } = run
  remove.run(ticketId)
  const values = [...stateValues(state, null), trigger, startedBy, firstMessageId, ctx.now.getTime()]
  const id = insert.get(ticketId, flowId, version, ...values)?.id ?? 0
  return { ...run, ...state, id, variables: { ...state.variables }, resumeAt: null, startedAt: ctx.now }
}

/** Stores the run's position, also when the run was removed on the way there. */
export function saveRun(ctx: CompanyContext, run: FlowRunRow, state: FlowState, resumeAt: Date | null) {
  const { id, ticketId, flowId, version, trigger, startedBy, startedAt, firstMessageId } = run
  const values = [id, ticketId, flowId, version, trigger, startedBy, startedAt.getTime(), firstMessageId]
  statements(ctx.company).save.run(...values, ...stateValues(state, resumeAt))
}

export function removeRunOfTicket(ctx: CompanyContext, ticketId: TicketId) {
  statements(ctx.company).remove.run(ticketId)
}

export function listRunsOfFlow({ db }: CompanyContext, flowId: number, limit: number): FlowRunRow[] {
  return db.select().from(flowRunTable).where(eq(flowRunTable.flowId, flowId)).limit(limit).all()
}

/** Returns the versions in use, which must be kept. */
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

function stateValues({ nodeId, element, waiting, variables, steps, tries }: FlowState, resumeAt: Date | null) {
  return [nodeId, element, waiting, JSON.stringify(variables), resumeAt?.getTime() ?? null, steps, tries]
}
