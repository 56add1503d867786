import { and, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { notifyUser } from '../../notification/notify-user'
import { listUsers } from '../../user/user.queries'
import { forgetActiveRules } from '../active-rules'
import { ruleTable } from '../rule.tables'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    'rule.ran': { ruleId: number; name: string; steps: string[] }
    'rule.failed': { ruleId: number; name: string; error: string; step: number | null }
    /** A call that failed the last time. */
    'rule.called': { ruleId: number }
    /** By itself, after failures. */
    'rule.switchedOff': { ruleId: number; name: string; error: string }
  }
}

/** In a row. */
const failuresMax = 3

export interface RuleFailure {
  /** A code of an error, or what the other side said. */
  error: string
  step?: number | null
  ticketId: TicketId
  /** It will fail always. */
  isFinal?: boolean
}

type Named = { id: number; name: string }

const { id, active, failures, error, errorStep, failedAt } = ruleTable

const statements = {
  fail: statement((db, of: { id: number; error: string; step: number | null; now: Date }) =>
    db
      .update(ruleTable)
      .set({ failures: sql`${failures} + 1`, error: of.error, errorStep: of.step, failedAt: of.now })
      .where(eq(id, of.id))
      .returning({ failures, active }),
  ),
  called: statement((db, of: { id: number; step: number }) =>
    db
      .update(ruleTable)
      .set({ failures: 0, error: '', errorStep: null })
      .where(and(eq(id, of.id), eq(active, true), eq(errorStep, of.step))),
  ),
  switchOff: statement((db, of: { id: number; error: string; now: Date }) =>
    db.update(ruleTable).set({ active: false, error: of.error, failedAt: of.now }).where(eq(id, of.id)),
  ),
  stateOf: statement((db, of: { id: number }) =>
    db.select({ active, error, errorStep, failedAt }).from(ruleTable).where(eq(id, of.id)),
  ),
}

/** Requires a transaction. Switches the rule off when it fails again and again, or must always fail. */
export function noteFailure(ctx: CompanyContext, rule: Named, failure: RuleFailure) {
  const { error: text, step = null, ticketId, isFinal = false } = failure
  const failed = statements.fail.get(ctx, { id: rule.id, error: text, step, now: ctx.now })
  if (!failed) return
  recordEvent(ctx, 'rule.failed', { ticketId }, { ruleId: rule.id, name: rule.name, error: text, step })
  if (failed.active && (isFinal || failed.failures >= failuresMax)) switchOff(ctx, rule, failure)
}

/** The call that failed before has succeeded. */
export function noteCalled(ctx: CompanyContext, ruleId: number, step: number) {
  ctx.transaction(() => {
    if (statements.called.run(ctx, { id: ruleId, step }).changes > 0) recordEvent(ctx, 'rule.called', {}, { ruleId })
  })
}

/** Requires a transaction. Tells the admins. */
export function switchOff(ctx: CompanyContext, rule: Named, failure: Pick<RuleFailure, 'error' | 'ticketId'>) {
  if (!statements.stateOf.get(ctx, { id: rule.id })?.active) return
  statements.switchOff.run(ctx, { id: rule.id, error: failure.error, now: ctx.now })
  forgetActiveRules(ctx)
  const facts = { ruleId: rule.id, name: rule.name, error: failure.error }
  recordEvent(ctx, 'rule.switchedOff', { ticketId: failure.ticketId }, facts)
  for (const user of listUsers(ctx)) {
    if (user.profile === 'admin') notifyUser(ctx, user.id, failure.ticketId, { kind: 'ruleOff', text: rule.name })
  }
}
