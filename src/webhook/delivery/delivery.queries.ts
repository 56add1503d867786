import { and, eq, gt, lte, min, not, sql, desc, isNotNull, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { inList, asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { webhookDeliveryTable } from '../webhook.tables'
import type { WebhookResult } from './send-webhook'
import type { TargetName } from './delivery-targets'
import { describeCompany } from '../describe-event'
import type { Attempt } from '../receiver/webhook-target'
import type { DeliveryView } from '../webhook.calls'

export type Delivery = typeof webhookDeliveryTable.$inferSelect

export const shownDeliveries = 100

const { id, uuid, target, ticketId, state, attempts, nextAt } = webhookDeliveryTable

const isQueuedFor = (name: string) => and(eq(target, name), eq(state, 'queued'))

interface Settled extends Pick<Delivery, 'state' | 'attempts'> {
  nextAt: Date
}

const statements = {
  due: statement((db, of: { target: string; now: Date; underWay: number[] }) =>
    db
      .select()
      .from(webhookDeliveryTable)
      .where(and(isQueuedFor(of.target), lte(nextAt, of.now), not(inList(id, of.underWay))))
      .orderBy(nextAt, id)
      .limit(1),
  ),
  next: statement((db, of: { target: string; after: Date }) =>
    db
      .select({ at: min(nextAt) })
      .from(webhookDeliveryTable)
      .where(and(isQueuedFor(of.target), gt(nextAt, of.after))),
  ),
  byUuid: statement((db, of: { uuid: string }) => db.select().from(webhookDeliveryTable).where(eq(uuid, of.uuid))),
  byId: statement((db, of: { id: number }) => db.select().from(webhookDeliveryTable).where(eq(id, of.id))),
  settle: statement((db, of: Settled & Omit<WebhookResult, 'ok'> & { id: number; now: Date }) =>
    db
      .update(webhookDeliveryTable)
      .set({
        state: of.state,
        attempts: of.attempts,
        nextAt: of.nextAt,
        lastStatus: of.status,
        lastError: of.error,
        durationMs: of.durationMs,
        attemptedAt: of.now,
      })
      .where(eq(id, of.id)),
  ),
  // The ticket's next delivery may be sent.
  release: statement((db, of: { target: string; ticketId: TicketId; id: number; now: Date }) => {
    const next = db
      .select({ id })
      .from(webhookDeliveryTable)
      .where(and(isQueuedFor(of.target), eq(ticketId, of.ticketId), gt(id, of.id)))
      .orderBy(id)
      .limit(1)
    return db
      .update(webhookDeliveryTable)
      .set({ nextAt: sql`min(${nextAt}, ${of.now})` })
      .where(and(eq(id, next), eq(attempts, 0)))
  }),
  abandon: statement((db, of: { target: string }) =>
    db.update(webhookDeliveryTable).set({ state: 'dead', lastError: 'switchedOff' }).where(isQueuedFor(of.target)),
  ),
}

export function findDueDelivery(ctx: CompanyContext, target: string, underWay: Iterable<number>) {
  return statements.due.get(ctx, { target, now: ctx.now, underWay: [...underWay] })
}

export function nextAttemptAt(ctx: CompanyContext, target: string, after = new Date(0)) {
  return statements.next.get(ctx, { target, after })?.at ?? undefined
}

export function findDelivery(ctx: CompanyContext, uuid: string) {
  return statements.byUuid.get(ctx, { uuid })
}

export function findDeliveryById(ctx: CompanyContext, id: number) {
  return statements.byId.get(ctx, { id })
}

/** A final one releases the ticket's next delivery. */
export function settleDelivery(
  ctx: CompanyContext,
  target: string,
  { id, ticketId }: Delivery,
  settled: Settled,
  result: WebhookResult,
) {
  const { now } = ctx
  ctx.transaction(() => {
    statements.settle.run(ctx, { ...settled, ...result, id, now })
    if (settled.state !== 'queued' && ticketId !== null) statements.release.run(ctx, { target, ticketId, id, now })
  })
}

/** The target was removed. */
export function abandonDeliveries(ctx: CompanyContext, target: string) {
  statements.abandon.run(ctx, { target })
}

const table = webhookDeliveryTable

const newest = statement((db, of: { target: TargetName }) =>
  db
    .select({
      id: table.id,
      deliveryId: table.uuid,
      event: table.event,
      state: table.state,
      attempts: table.attempts,
      status: table.lastStatus,
      error: table.lastError,
      durationMs: table.durationMs,
      createdAt: table.createdAt,
      attemptedAt: sql<Date>`${table.attemptedAt}`.mapWith(table.attemptedAt),
      maySendAgain: asFlag(isNotNull(table.body)),
    })
    .from(table)
    // The comparison with the host chooses the index.
    .where(and(eq(table.target, of.target), ne(table.target, 'host'), isNotNull(table.attemptedAt)))
    .orderBy(desc(table.attemptedAt), desc(table.id))
    .limit(shownDeliveries),
)

const pingEvent = 'ping'

export function listDeliveries(ctx: CompanyContext, target: TargetName): DeliveryView[] {
  const company = describeCompany(ctx)
  return newest.all(ctx, { target }).map(({ createdAt, attemptedAt, ...row }) => ({
    ...row,
    company: row.event === pingEvent ? null : company,
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt.toISOString(),
  }))
}

/** Cannot be sent again. */
export function noteTest({ db }: CompanyContext, target: TargetName, attempt: Attempt) {
  const { deliveryId: uuid, status: lastStatus, error: lastError, createdAt: nextAt } = attempt
  db.insert(table)
    .values({ ...attempt, uuid, target, nextAt, lastStatus, lastError })
    .run()
}
