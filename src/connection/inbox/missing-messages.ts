import { and, asc, count, eq, lte, min, sql } from 'drizzle-orm'
import type { MissingMessage } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { missingMessageTable } from '../connection.tables'

const { connectionId, providerId, attempts, request, retryAt } = missingMessageTable

interface OfConnection {
  connectionId: ConnectionId
}
interface OfMessage extends OfConnection {
  providerId: string
}

const isMessage = (of: OfMessage) => and(eq(connectionId, of.connectionId), eq(providerId, of.providerId))

const statements = {
  note: statement((db, of: OfMessage & { retryAt: Date; createdAt: Date; request: string }) =>
    db
      .insert(missingMessageTable)
      .values({
        connectionId: of.connectionId,
        providerId: of.providerId,
        retryAt: of.retryAt,
        createdAt: of.createdAt,
        request: of.request,
      })
      .onConflictDoNothing(),
  ),
  resolve: statement((db, of: OfMessage) => db.delete(missingMessageTable).where(isMessage(of))),
  due: statement((db, of: OfConnection & { now: Date; max: number }) =>
    db
      .select({ providerId, attempts, request })
      .from(missingMessageTable)
      .where(and(eq(connectionId, of.connectionId), lte(retryAt, of.now)))
      .orderBy(asc(retryAt))
      .limit(of.max),
  ),
  next: statement((db, of: OfConnection) =>
    db
      .select({ at: min(retryAt) })
      .from(missingMessageTable)
      .where(eq(connectionId, of.connectionId)),
  ),
  postpone: statement((db, of: OfMessage & { retryAt: Date }) =>
    db
      .update(missingMessageTable)
      .set({ attempts: sql`${attempts} + 1`, retryAt: of.retryAt })
      .where(isMessage(of)),
  ),
  count: statement((db, of: OfConnection) =>
    db.select({ n: count() }).from(missingMessageTable).where(eq(connectionId, of.connectionId)),
  ),
}

export function noteMissing(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  missing: { providerId: string; request: string; retryAtMs: number },
) {
  ctx.transaction(() => {
    const { providerId, retryAtMs, request } = missing
    const times = { retryAt: new Date(retryAtMs), createdAt: ctx.now }
    const { changes } = statements.note.run(ctx, { connectionId, providerId, request, ...times })
    if (changes > 0) recordEvent(ctx, 'connection.missingChanged', {}, { connectionId })
  })
}

export function resolveMissing(ctx: CompanyContext, connectionId: ConnectionId, providerId: string) {
  const { changes } = statements.resolve.run(ctx, { connectionId, providerId })
  if (changes > 0) recordEvent(ctx, 'connection.missingChanged', {}, { connectionId })
}

export function listDueMissing(ctx: CompanyContext, connectionId: ConnectionId, limit: number): MissingMessage[] {
  return statements.due.all(ctx, { connectionId, now: ctx.now, max: limit })
}

export const nextMissingAtMs = (ctx: CompanyContext, connectionId: ConnectionId) =>
  statements.next.get(ctx, { connectionId })?.at?.getTime()

export function postponeMissing(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  providerId: string,
  retryAtMs: number,
) {
  statements.postpone.run(ctx, { connectionId, providerId, retryAt: new Date(retryAtMs) })
}

export const countMissing = (ctx: CompanyContext, connectionId: ConnectionId) =>
  statements.count.get(ctx, { connectionId })?.n ?? 0
