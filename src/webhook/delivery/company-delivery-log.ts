import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { TargetName } from './delivery-targets'
import { shownDeliveries } from './delivery.queries'
import { describeCompany } from '../describe-event'
import type { Attempt } from '../receiver/webhook-target'
import type { DeliveryView } from '../webhook.calls'
import { webhookDeliveryTable } from '../webhook.tables'

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
