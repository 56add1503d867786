import { and, asc, eq, lte, min, sql } from 'drizzle-orm'
import type { HistoryNotice } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { nextIdOf } from '../inbox/file-inbound'
import { historyMessageTable, historyNoticeTable, messageImportTable } from './message-import.tables'

const attemptsMax = 6
const errorMax = 300

const { connectionId, id, notice, done, attempts, retryAt, createdAt } = historyNoticeTable

interface OfConnection {
  connectionId: ConnectionId
}
interface OfNotice extends OfConnection {
  id: string
}

const isNotice = (of: OfNotice) => and(eq(connectionId, of.connectionId), eq(id, of.id))

const statements = {
  note: statement((db, of: OfNotice & { notice: string; createdAt: Date }) =>
    db
      .insert(historyNoticeTable)
      .values({ connectionId: of.connectionId, id: of.id, createdAt: of.createdAt, notice: of.notice })
      .onConflictDoNothing(),
  ),
  due: statement((db, of: OfConnection & { now: Date }) =>
    db
      .select({ id, notice, done, attempts })
      .from(historyNoticeTable)
      .where(and(eq(connectionId, of.connectionId), lte(retryAt, of.now)))
      .orderBy(asc(createdAt), asc(id))
      .limit(1),
  ),
  any: statement((db, of: OfConnection) =>
    db.select({ id }).from(historyNoticeTable).where(eq(connectionId, of.connectionId)).limit(1),
  ),
  nextAt: statement((db, of: OfConnection) =>
    db
      .select({ at: min(retryAt) })
      .from(historyNoticeTable)
      .where(eq(connectionId, of.connectionId)),
  ),
  giveUp: statement((db, of: OfConnection & { error: string }) =>
    db.update(messageImportTable).set({ error: of.error }).where(eq(messageImportTable.connectionId, of.connectionId)),
  ),
  postpone: statement((db, of: OfNotice & { failures: number; retryAt: Date }) =>
    db
      .update(historyNoticeTable)
      .set({ attempts: sql`${attempts} + ${of.failures}`, retryAt: of.retryAt })
      .where(isNotice(of)),
  ),
  drop: statement((db, of: OfNotice) => db.delete(historyNoticeTable).where(isNotice(of))),
  progress: statement((db, of: OfNotice & { done: number }) =>
    db.update(historyNoticeTable).set({ done: of.done }).where(isNotice(of)),
  ),
  file: statement((db, of: OfConnection & { payload: string }) =>
    db.insert(historyMessageTable).values({
      connectionId: of.connectionId,
      id: nextIdOf(historyMessageTable, of.connectionId),
      payload: of.payload,
    }),
  ),
  received: statement((db, of: OfConnection & { messages: number; now: Date }) =>
    db
      .update(messageImportTable)
      .set({ received: sql`${messageImportTable.received} + ${of.messages}`, receivedAt: of.now })
      .where(eq(messageImportTable.connectionId, of.connectionId)),
  ),
}

export function noteHistoryNotice(ctx: CompanyContext, connectionId: ConnectionId, id: string, notice: string) {
  statements.note.run(ctx, { connectionId, id, createdAt: ctx.now, notice })
}

export function nextHistoryNotice(ctx: CompanyContext, connectionId: ConnectionId): HistoryNotice | undefined {
  return statements.due.get(ctx, { connectionId, now: ctx.now })
}

export function hasHistoryNotices(ctx: CompanyContext, connectionId: ConnectionId) {
  return statements.any.get(ctx, { connectionId }) !== undefined
}

/** Shown with the result of the import. */
export function failHistory(ctx: CompanyContext, connectionId: ConnectionId, error: string) {
  statements.giveUp.run(ctx, { connectionId, error: error.slice(0, errorMax) })
}

/** Files messages of a part together with the position, so that reading continues there after a crash. */
export function fileHistory(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { id, payloads, done }: { id: string; payloads: readonly string[]; done: number },
) {
  ctx.transaction(() => {
    for (const payload of payloads) statements.file.run(ctx, { connectionId, payload })
    statements.progress.run(ctx, { connectionId, id, done })
    if (payloads.length > 0) statements.received.run(ctx, { connectionId, messages: payloads.length, now: ctx.now })
  })
}

export function dropHistoryNotice(ctx: CompanyContext, connectionId: ConnectionId, id: string) {
  statements.drop.run(ctx, { connectionId, id })
}

export function postponeHistoryNotice(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { id, attempts }: HistoryNotice,
  { waitMs, error = '' }: { waitMs?: number | undefined; error?: string } = {},
) {
  if (waitMs === undefined && attempts + 1 >= attemptsMax) {
    ctx.transaction(() => {
      dropHistoryNotice(ctx, connectionId, id)
      failHistory(ctx, connectionId, error)
    })
    return undefined
  }
  const afterMs = waitMs ?? (minuteMs / 6) * 2 ** attempts
  const failures = waitMs === undefined ? 1 : 0
  statements.postpone.run(ctx, { connectionId, id, failures, retryAt: addMs(ctx.now, afterMs) })
  return afterMs
}

export function dropHistoryNotices(ctx: CompanyContext, of: ConnectionId) {
  ctx.db.delete(historyNoticeTable).where(eq(connectionId, of)).run()
}

/** When the next part is read; undefined without one, and when none has to wait. */
export function nextHistoryNoticeAt(ctx: CompanyContext, of: ConnectionId): Date | undefined {
  const at = statements.nextAt.get(ctx, { connectionId: of })?.at
  return at && at > ctx.now ? at : undefined
}
