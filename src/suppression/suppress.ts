import { eq } from 'drizzle-orm'
import { phoneKey } from '../kernel/text/phone-number'
import { readNumber } from '../contact/number/read-number.contract'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { foldText } from '../kernel/text/fold-text.contract'
import { requirePlan } from '../kernel/company/require-plan'
import type { SuppressionView } from './suppression.calls'
import type { SuppressionBody } from './suppression.contract'
import './suppression.events'
import { suppressionTable } from './suppression.tables'

type Suppression = typeof suppressionTable.$inferSelect

const known = statement((db, { key }: { key: string }) =>
  db.select({ id: suppressionTable.id }).from(suppressionTable).where(eq(suppressionTable.phoneKey, key)),
)

export function isSuppressed(ctx: CompanyContext, key: string) {
  return known.get(ctx, { key }) !== undefined
}

/** @throws Refusal ERR_NO_PERMISSION; ERR_PLAN_LIMIT without campaigns in the plan */
export function assertMayManageSuppressions(ctx: CompanyContext) {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useCampaigns')
}

/** @throws Refusal ERR_INVALID_INPUT for a number that is invalid or suppressed already */
export function addSuppression(ctx: CompanyContext, { name, number }: SuppressionBody): SuppressionView {
  assertMayManageSuppressions(ctx)
  const read = readNumber(number)
  if ('reason' in read) return refuse('ERR_INVALID_INPUT', { fields: { number: read.reason } })
  const record = suppress(ctx, { name, number: read.number, source: 'manual' })
  return record ? presentSuppression(record) : refuse('ERR_INVALID_INPUT', { fields: { number: 'duplicate' } })
}

type NewSuppression = Pick<Suppression, 'name' | 'number' | 'source'> & Partial<Pick<Suppression, 'phoneKey'>>

/** Returns the record; undefined when the number is suppressed already. */
export function suppress(ctx: CompanyContext, values: NewSuppression): Suppression | undefined {
  return ctx.transaction(() => {
    const record = insertSuppression(ctx, values)
    if (record) recordEvent(ctx, 'suppression.created', {}, { suppressionId: record.id, source: record.source })
    return record
  })
}

/** As `suppress`, without an event; see `noteSuppressionImport`. */
export function insertSuppression(
  ctx: CompanyContext,
  { name, number, source, phoneKey: key = phoneKey(number) }: NewSuppression,
): Suppression | undefined {
  return ctx.db
    .insert(suppressionTable)
    .values({
      name,
      number,
      source,
      phoneKey: key,
      searchText: foldText(`${name} ${number}`).trim(),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning()
    .get()
}

/** One event for many numbers, so that the screens reload once instead of following each. */
export function noteSuppressionImport(ctx: CompanyContext, added: number) {
  recordEvent(ctx, 'suppressions.imported', {}, { added })
}

/** Campaigns reach the person again. @throws Refusal ERR_NO_SUPPRESSION_FOUND */
export function removeSuppression(ctx: CompanyContext, id: number) {
  assertMayManageSuppressions(ctx)
  ctx.transaction(() => {
    const { name, number } = required(findSuppression(ctx, id), 'ERR_NO_SUPPRESSION_FOUND')
    ctx.db.delete(suppressionTable).where(eq(suppressionTable.id, id)).run()
    recordEvent(ctx, 'suppression.deleted', {}, { suppressionId: id, name: name || number })
  })
}

export function findSuppression(ctx: CompanyContext, id: number): Suppression | undefined {
  return ctx.db.select().from(suppressionTable).where(eq(suppressionTable.id, id)).get()
}

export function presentSuppression({ id, name, number, source, createdAt }: Suppression): SuppressionView {
  return { id, name, number, source, createdAt: createdAt.toISOString() }
}
