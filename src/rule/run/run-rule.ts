import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { inList } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { Refusal } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import type { LocalJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { dayMs, minuteMs } from '../../kernel/time/durations.contract'
import { pick } from '../../kernel/typed-object.contract'
import { unknownTargets } from '../../macro/step/assert-steps'
import { runSteps } from '../../macro/step/run-steps'
import { withCause } from '../../message/trace/message-cause'
import { type ActiveRule, findActiveRule } from '../active-rules'
import { presentFacts } from '../judge/present-facts'
import { findTicketFacts } from '../judge/rule-facts.view'
import { ruleRunTable, ruleTable } from '../rule.tables'
import { planCall } from './call-webhook'
import { atDepth, type PlannedRun } from './plan-run'
import { noteFailure, type RuleFailure } from './switch-off'

/** How often a rule may run on a ticket for what is no message, within the time: beyond it runs in circles. */
const repeats = { max: 20, withinMs: 10 * minuteMs }
const keptMs = 30 * dayMs

const { ruleId, ticketId, cause, at } = ruleRunTable

type Run = typeof ruleRunTable.$inferInsert

const statements = {
  begin: statement((db, row: Run) =>
    db
      .insert(ruleRunTable)
      .values(pick(row, 'ruleId', 'ticketId', 'cause', 'at', 'outcome'))
      .onConflictDoNothing()
      .returning({ cause }),
  ),
  // Deletes two per run, so the table shrinks faster than it grows.
  forget: statement((db, { before }: { before: Date }) => {
    const oldest = db.select({ ruleId, ticketId, cause }).from(ruleRunTable).where(lt(at, before)).orderBy(at).limit(2)
    return db.delete(ruleRunTable).where(sql`(${ruleId}, ${ticketId}, ${cause}) IN ${oldest}`)
  }),
  recent: statement((db, of: { ruleId: number; ticketId: TicketId; since: Date }) =>
    db
      .select({ n: sql<number>`count(*)` })
      .from(ruleRunTable)
      .where(and(eq(ruleId, of.ruleId), eq(ticketId, of.ticketId), gt(at, of.since))),
  ),
  ran: statement((db, of: { id: number; now: Date; calls: readonly number[] }) => {
    // Whether a call succeeds is known later.
    const isOfCall = inList(ruleTable.errorStep, of.calls)
    return db
      .update(ruleTable)
      .set({
        failures: sql`iif(${isOfCall}, ${ruleTable.failures}, 0)`,
        // It may have been switched off by what its steps led to.
        error: sql`iif(${ruleTable.active} AND NOT ifnull(${isOfCall}, 0), '', ${ruleTable.error})`,
        errorStep: sql`iif(${isOfCall}, ${ruleTable.errorStep}, NULL)`,
        lastRunAt: of.now,
        runs: sql`${ruleTable.runs} + 1`,
      })
      .where(eq(ruleTable.id, of.id))
  }),
}

export const ruleRunJob: LocalJob<'rule.run'> = {
  attemptsMax: 3,
  run: (ctx, run) => void runRule(asSystem(ctx), run),
  givenUp(ctx, run, error) {
    const rule = findActiveRule(ctx, run.ruleId)
    if (rule) ctx.transaction(() => fail(ctx, rule, run, { error: String(error), ticketId: run.ticketId }))
  },
}

/**
 * Once per cause: the run is noted in the transaction of its steps, all of which happen or none.
 * @throws what is no refusal, such as a full disk
 */
export function runRule(ctx: CompanyContext, run: PlannedRun) {
  const rule = findActiveRule(ctx, run.ruleId)
  if (!rule) return
  try {
    ctx.transaction(() => applyRule(ctx, rule, run))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.transaction(() => fail(ctx, rule, run, failureOf(run, error)))
  }
}

function applyRule(ctx: CompanyContext, rule: ActiveRule, run: PlannedRun) {
  const ticket = findTicketFacts(ctx, run.ticketId)
  if (!ticket || (!run.isJudged && !rule.isMet(presentFacts(ctx, ticket, run)))) return
  const { ruleId, ticketId } = run
  statements.forget.run(ctx, { before: addMs(ctx.now, -keptMs) })
  const row = { ruleId, ticketId, cause: run.cause, at: ctx.now, outcome: 'done' as const }
  if (!statements.begin.get(ctx, row)) return
  if (run.cause.startsWith('event ')) assertNoCircle(ctx, run)
  assertTargets(ctx, rule)
  const callWebhook = (id: TicketId, url: string) => planCall(ctx, rule, { ticketId: id, url, depth: run.depth + 1 })
  atDepth(ctx, run.depth + 1, () =>
    withCause(ctx, { kind: 'rule', id: ruleId, name: rule.name }, () =>
      runSteps(ctx, ticketId, rule.steps, { clientId: `rule-${ruleId}-${run.cause.replace(' ', '-')}`, callWebhook }),
    ),
  )
  const calls = rule.steps.flatMap(({ kind }, index) => (kind === 'webhook' ? index + 1 : []))
  statements.ran.run(ctx, { id: ruleId, now: ctx.now, calls })
  const subjects = { ticketId, contactId: ticket.contactId }
  recordEvent(ctx, 'rule.ran', subjects, { ruleId, name: rule.name, steps: rule.steps.map(({ kind }) => kind) })
}

/** @throws Refusal ERR_RULE_LOOP. Also finds circles that a flow or another system closes. */
function assertNoCircle(ctx: CompanyContext, { ruleId, ticketId }: PlannedRun) {
  const since = addMs(ctx.now, -repeats.withinMs)
  const { n = 0 } = statements.recent.get(ctx, { ruleId, ticketId, since }) ?? {}
  if (n > repeats.max) throw new Refusal('ERR_RULE_LOOP')
}

/** @throws Refusal ERR_RULE_TARGET_GONE, naming the step */
function assertTargets(ctx: CompanyContext, { steps }: ActiveRule) {
  const [field] = Object.keys(unknownTargets(ctx, steps))
  const index = field?.split('.')[1]
  if (index !== undefined) throw new Refusal('ERR_RULE_TARGET_GONE', { body: { step: Number(index) + 1 } })
}

const finalCodes: readonly string[] = ['ERR_RULE_LOOP', 'ERR_RULE_TARGET_GONE']

function failureOf({ ticketId }: PlannedRun, { code, details }: Refusal): RuleFailure {
  const step = Number(details.body?.['step'] ?? 0) || null
  return { error: code, step, ticketId, isFinal: finalCodes.includes(code) }
}

function fail(ctx: CompanyContext, rule: ActiveRule, run: PlannedRun, failure: RuleFailure) {
  const { ruleId, ticketId, cause } = run
  if (!findTicketFacts(ctx, ticketId)) return
  if (!statements.begin.get(ctx, { ruleId, ticketId, cause, at: ctx.now, outcome: 'failed' })) return
  noteFailure(ctx, rule, failure)
}
