import { and, eq } from 'drizzle-orm'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { excluded } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { MessageId, TicketId } from '../../kernel/ids'
import { cancelJob, enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { pick } from '../../kernel/typed-object.contract'
import { isResolved } from '../../ticket/ticket.policy'
import { type ActiveRule, findActiveRule, rulesOfKind } from '../active-rules'
import { findTicketFacts } from '../judge/rule-facts.view'
import { planRun } from '../run/plan-run'
import { ruleWaitTable } from '../rule.tables'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'rule.silence': { ruleId: number; ticketId: TicketId }
  }
}

const { ticketId, ruleId, messageId, at } = ruleWaitTable

type Wait = typeof ruleWaitTable.$inferInsert
type Key = Pick<Wait, 'ticketId' | 'ruleId'>

const isIt = (of: Key) => and(eq(ticketId, of.ticketId), eq(ruleId, of.ruleId))
const row = (of: Wait) => pick(of, 'ticketId', 'ruleId', 'messageId', 'at')

const statements = {
  // The first message that nobody answered counts.
  begin: statement((db, of: Wait) => db.insert(ruleWaitTable).values(row(of)).onConflictDoNothing()),
  // Of ours, the last one.
  restart: statement((db, of: Wait) =>
    db
      .insert(ruleWaitTable)
      .values(row(of))
      .onConflictDoUpdate({
        target: [ticketId, ruleId],
        set: { messageId: excluded(messageId), at: excluded(at) },
      }),
  ),
  end: statement((db, of: Key) => db.delete(ruleWaitTable).where(isIt(of))),
  endAll: statement((db, of: Pick<Wait, 'ruleId'>) => db.delete(ruleWaitTable).where(eq(ruleId, of.ruleId))),
  find: statement((db, of: Key) => db.select({ messageId, at }).from(ruleWaitTable).where(isIt(of))),
}

const keyOf = ({ ruleId: rule, ticketId: ticket }: Key) => `rule.silence ${rule} ${ticket}`

/** A message of the contact, or of a person of ours. Automatic ones are no answer. */
export function followSilence(ctx: CompanyContext, ofTicket: TicketId, message: MessageId, by: 'us' | 'contact') {
  for (const rule of rulesOfKind(ctx, 'silence')) {
    const key = { ticketId: ofTicket, ruleId: rule.id }
    if (rule.trigger.silent === by) endWait(ctx, key)
    else beginWait(ctx, rule, { ...key, messageId: message, at: ctx.now })
  }
}

function beginWait(ctx: CompanyContext, { trigger }: ActiveRule, wait: Wait) {
  const { changes } = trigger.silent === 'us' ? statements.begin.run(ctx, wait) : statements.restart.run(ctx, wait)
  if (changes === 0) return
  const key = pick(wait, 'ticketId', 'ruleId')
  cancelJob(ctx, keyOf(key))
  enqueueJob(ctx, 'rule.silence', key, { runAt: addMs(wait.at, trigger.minutes * minuteMs), dedupeKey: keyOf(key) })
}

function endWait(ctx: CompanyContext, key: Key) {
  if (statements.end.run(ctx, key).changes > 0) cancelJob(ctx, keyOf(key))
}

/** It is resolved, or gone. */
export function endWaits(ctx: CompanyContext, ofTicket: TicketId) {
  for (const rule of rulesOfKind(ctx, 'silence')) endWait(ctx, { ticketId: ofTicket, ruleId: rule.id })
}

/** Of a rule that is off, or waits for others from now on: nobody would end them. Their jobs find nothing. */
export const dropWaits = (ctx: CompanyContext, ofRule: number) => void statements.endAll.run(ctx, { ruleId: ofRule })

/** The wait stays until an answer, so that it ends once. */
export const ruleSilenceJob: LocalJob<'rule.silence'> = {
  attemptsMax: 5,
  run(given, key) {
    const ctx = asSystem(given)
    const rule = findActiveRule(ctx, key.ruleId)
    const wait = rule?.trigger.kind === 'silence' ? statements.find.get(ctx, key) : undefined
    if (!rule || !wait) return undefined
    const dueAt = addMs(wait.at, rule.trigger.minutes * minuteMs)
    if (dueAt > ctx.now) return dueAt
    const ticket = findTicketFacts(ctx, key.ticketId)
    if (!ticket || isResolved(ticket)) return undefined
    const cause = `silence ${wait.messageId}`
    ctx.transaction(() => planRun(ctx, rule, { ticketId: key.ticketId, cause, messageId: wait.messageId }, 0))
    return undefined
  },
}
