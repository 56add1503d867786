import { and, asc, count, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { excluded } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import type { TicketId } from '../kernel/ids'
import type { SlaKind } from '../queue/sla/queue-sla.contract'
import { slaResultTable, ticketSlaTable } from './sla.tables'

export type Clock = typeof ticketSlaTable.$inferSelect

const columns = ticketSlaTable
const { ticketId, kind, nextAt } = ticketSlaTable

const changed = [
  ...(['startedAt', 'spentMs', 'runningSince', 'targetMs', 'dueAt', 'warnAt'] as const),
  ...(['warned', 'breached', 'endedAt', 'nextAt'] as const),
] as const

const result = slaResultTable

export const clockRows = {
  ofTicket: statement((db, of: { ticketId: TicketId }) =>
    db.select().from(ticketSlaTable).where(eq(ticketId, of.ticketId)),
  ),
  save: statement((db, row: Clock) =>
    db
      .insert(ticketSlaTable)
      .values({
        ticketId: row.ticketId,
        kind: row.kind,
        startedAt: row.startedAt,
        spentMs: row.spentMs,
        runningSince: row.runningSince,
        targetMs: row.targetMs,
        dueAt: row.dueAt,
        warnAt: row.warnAt,
        warned: row.warned,
        breached: row.breached,
        endedAt: row.endedAt,
        nextAt: row.nextAt,
      })
      .onConflictDoUpdate({
        target: [ticketId, kind],
        set: Object.fromEntries(changed.map((name) => [name, excluded(columns[name])])),
      }),
  ),
  running: statement((db, of: { ticketId: TicketId }) =>
    db
      .select({ n: count() })
      .from(ticketSlaTable)
      .where(and(eq(ticketId, of.ticketId), isNull(columns.endedAt), isNotNull(columns.runningSince))),
  ),
  remove: statement((db, of: { ticketId: TicketId; kind: SlaKind }) =>
    db.delete(ticketSlaTable).where(and(eq(ticketId, of.ticketId), eq(kind, of.kind))),
  ),
  next: statement((db) =>
    db.select({ at: nextAt }).from(ticketSlaTable).where(isNotNull(nextAt)).orderBy(asc(nextAt)).limit(1),
  ),
  due: statement((db, of: { nowMs: number; limit: number }) =>
    db
      .select()
      .from(ticketSlaTable)
      .where(and(isNotNull(nextAt), lte(nextAt, of.nowMs)))
      .orderBy(asc(nextAt))
      .limit(of.limit),
  ),
  decide: statement((db, row: Omit<typeof slaResultTable.$inferSelect, 'id'>) =>
    db
      .insert(slaResultTable)
      .values({
        ticketId: row.ticketId,
        kind: row.kind,
        startedAt: row.startedAt,
        dueAt: row.dueAt,
        decidedAt: row.decidedAt,
        endedAt: row.endedAt,
        kept: row.kept,
        queueId: row.queueId,
        userId: row.userId,
        priority: row.priority,
      })
      .onConflictDoUpdate({
        target: [result.ticketId, result.kind, result.startedAt],
        set: { endedAt: excluded(result.endedAt) },
      }),
  ),
  kept: statement((db, of: { ticketId: TicketId; kind: SlaKind; startedAt: number }) =>
    db
      .select({ id: result.id })
      .from(slaResultTable)
      .where(
        and(
          eq(result.ticketId, of.ticketId),
          eq(result.kind, of.kind),
          eq(result.startedAt, of.startedAt),
          eq(result.kept, true),
        ),
      ),
  ),
  moveResult: statement(
    (db, of: { ticketId: TicketId; kind: SlaKind; startedAt: number; to: TicketId; toKind: SlaKind }) =>
      db
        .update(slaResultTable)
        .set({ ticketId: of.to, kind: of.toKind, endedAt: null })
        .where(and(eq(result.ticketId, of.ticketId), eq(result.kind, of.kind), eq(result.startedAt, of.startedAt)))
        .returning({ dueAt: result.dueAt }),
  ),
  undoKept: statement((db, of: { ticketId: TicketId; kind: SlaKind; endedAt: number }) =>
    db
      .delete(slaResultTable)
      .where(
        and(
          eq(result.ticketId, of.ticketId),
          eq(result.kind, of.kind),
          eq(result.endedAt, of.endedAt),
          eq(result.kept, true),
        ),
      ),
  ),
  undoBroken: statement((db, of: { ticketId: TicketId; kind: SlaKind; endedAt: number }) =>
    db
      .update(slaResultTable)
      .set({ endedAt: null })
      .where(and(eq(result.ticketId, of.ticketId), eq(result.kind, of.kind), eq(result.endedAt, of.endedAt))),
  ),
}

export const listClocks = (ctx: CompanyContext, id: TicketId) => clockRows.ofTicket.all(ctx, { ticketId: id })
/** Both the clock of an answer and that of the end run: a further message of the contact changes nothing. */
export const areAllRunning = (ctx: CompanyContext, id: TicketId) =>
  (clockRows.running.get(ctx, { ticketId: id })?.n ?? 0) > 1
export const nextMarkAt = (ctx: CompanyContext) => clockRows.next.get(ctx)?.at ?? undefined
export const listDueClocks = (ctx: CompanyContext, nowMs: number, limit: number) =>
  clockRows.due.all(ctx, { nowMs, limit })
export const removeClock = (ctx: CompanyContext, of: Pick<Clock, 'ticketId' | 'kind'>) =>
  clockRows.remove.run(ctx, { ticketId: of.ticketId, kind: of.kind })
