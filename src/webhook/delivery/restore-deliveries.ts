import { eq } from 'drizzle-orm'
import { createTurns } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { RestoredCompany } from '../../kernel/company/restored-company'
import { dropHeldRows, holdRows, putHeldRows } from '../../kernel/database/take-rows'
import { webhookCursorTable, webhookDeliveryTable } from '../webhook.tables'
import { wakeDeliveries } from './deliver-webhooks'
import type { TargetName } from './delivery-targets'

export const heldDeliveries = 'webhook'

const { id, uuid, state, target } = webhookDeliveryTable

/** What was delivered since is not delivered again, and events that were collected since are not collected again. */
export async function restoreDeliveries({ restored, present }: RestoredCompany) {
  const turn = createTurns()
  const queued = restored.db.select().from(webhookDeliveryTable).where(eq(state, 'queued')).all()
  for (const delivery of queued) {
    await turn()
    const today = present?.db.select().from(webhookDeliveryTable).where(eq(uuid, delivery.uuid)).get()
    if (!today || today.state === 'queued') continue
    const { state, attempts, nextAt, lastStatus, lastError, durationMs, attemptedAt } = today
    const happened = { state, attempts, nextAt, lastStatus, lastError, durationMs, attemptedAt }
    restored.db.update(webhookDeliveryTable).set(happened).where(eq(id, delivery.id)).run()
  }
  const left = restored.db.select({ id }).from(webhookDeliveryTable).where(eq(state, 'queued')).all()
  holdRows(
    restored.company.sqlite,
    heldDeliveries,
    webhookDeliveryTable,
    left.map((row) => row.id),
  )
  for (const { target, eventNumber } of present?.db.select().from(webhookCursorTable).all() ?? [])
    restored.db
      .insert(webhookCursorTable)
      .values({ target, eventNumber })
      .onConflictDoUpdate({ target: webhookCursorTable.target, set: { eventNumber } })
      .run()
}

export function releaseHeldDeliveries(ctx: CompanyContext) {
  putHeldRows(ctx.company.sqlite, heldDeliveries, webhookDeliveryTable)
  const targets = ctx.db.selectDistinct({ target }).from(webhookDeliveryTable).where(eq(state, 'queued')).all()
  for (const row of targets) wakeDeliveries(ctx, row.target as TargetName)
}

export const discardHeldDeliveries = ({ company }: CompanyContext) => dropHeldRows(company.sqlite, heldDeliveries)
