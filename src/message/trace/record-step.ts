import { and, eq, isNull, max, sql } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { bare } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { MessageId } from '../../kernel/ids'
import { messageStepTable } from '../message.tables'
import type { StepData, StepKind } from './message-trace.contract'

/** Of one message, however often it is resent. */
const stepsMax = 200
const errorMax = 500

const { messageId, step, kind, at, times, lastAt, userId, data } = messageStepTable

interface NewStep {
  messageId: MessageId
  kind: StepKind
  atMs: number
  userId: number | null
  data: string | null
}

const columns = sql.join([messageId, step, kind, at, lastAt, userId, data].map(bare), sql`, `)
const isOf = (of: { messageId: MessageId }) => eq(messageId, of.messageId)
const lastStep = (of: { messageId: MessageId }) => sql`(SELECT ${max(step)} FROM ${messageStepTable} WHERE ${isOf(of)})`

const statements = {
  insert: statement(
    (_, of: NewStep) => sql`INSERT INTO ${messageStepTable} (${columns})
      SELECT ${of.messageId}, ifnull(${max(step)}, 0) + 1, ${of.kind}, ${of.atMs}, ${of.atMs}, ${of.userId}, ${of.data}
      FROM ${messageStepTable} WHERE ${isOf(of)} HAVING ifnull(${max(step)}, 0) < ${sql.raw(String(stepsMax))}`,
  ),
  repeat: statement((db, of: NewStep) =>
    db
      .update(messageStepTable)
      .set({ times: sql`${times} + 1`, lastAt: sql`${of.atMs}` })
      .where(and(isOf(of), eq(step, lastStep(of)), eq(kind, of.kind), isNull(userId), sql`${data} IS ${of.data}`)),
  ),
  hasStatus: statement((db, of: { messageId: MessageId; ack: number }) =>
    db
      .select({ step })
      .from(messageStepTable)
      .where(and(isOf(of), eq(kind, 'status'), sql`${data} ->> '$.ack' = ${of.ack}`))
      .limit(1),
  ),
}

interface StepOptions {
  /** Counts a repetition of the last step instead of adding one. */
  joins?: boolean
  at?: Date
}

/** Joins an open transaction, so that a step is kept exactly if it happened. */
export function recordStep(
  ctx: CompanyContext,
  messageId: MessageId,
  kind: StepKind,
  data: StepData = {},
  { joins = false, at = ctx.now }: StepOptions = {},
) {
  const shown = data.error === undefined ? data : { ...data, error: data.error.slice(0, errorMax) }
  const text = JSON.stringify(shown)
  const row: NewStep = {
    messageId,
    kind,
    atMs: at.getTime(),
    userId: actingUserId(ctx.actor) ?? null,
    data: text === '{}' ? null : text,
  }
  if (joins && statements.repeat.run(ctx, row).changes > 0) return
  statements.insert.run(ctx, row)
}

/** A status that arrives after a later one has its own time, too; a repetition has not. */
export function recordLateStatus(ctx: CompanyContext, messageId: MessageId, data: StepData & { ack: number }) {
  if (statements.hasStatus.get(ctx, { messageId, ack: data.ack })) return
  recordStep(ctx, messageId, 'status', data)
}
