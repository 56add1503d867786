import { eq } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type * as v from 'valibot'
import { readNumber } from '../contact/number/read-number.contract'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordColumns } from '../kernel/database/columns'
import { statement } from '../kernel/database/statement'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { foldText } from '../kernel/text/fold-text.contract'
import { phoneKey } from '../kernel/text/phone-number'
import { forgetErasedNumber, isErasedNumber } from './erased-number'
import { ListSuppressionsQuery, SuppressionBody, suppressionSources } from './suppression.contract'

export const suppressionTable = sqliteTable('suppression', {
  ...recordColumns,
  /** See `phoneKey`. */
  phoneKey: text('phone_key').notNull(),
  number: text('number').notNull(),
  name: text('name').notNull().default(''),
  source: text('source', { enum: suppressionSources }).notNull(),
  searchText: text('search_text').notNull(),
})
type Suppression = typeof suppressionTable.$inferSelect

export const SuppressionView = viewOf(suppressionTable, {
  phoneKey: 'hidden',
  searchText: 'hidden',
  updatedAt: 'hidden',
})
export type SuppressionView = v.InferOutput<typeof SuppressionView>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    suppression: SuppressionView
  }
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'suppressions.imported': { added: number }
  }
}

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    /** Many were added. */
    suppressions: { action: 'reload' }
  }
}

export const suppressionRecords = defineRecord({
  subject: 'suppression',
  unaudited: 'all',
  path: '/suppressions',
  list: { query: ListSuppressionsQuery },
  table: suppressionTable,
  view: SuppressionView,
  notFound: 'ERR_NO_SUPPRESSION_FOUND',
  read: 'admins',
  change: isAdmin,
  plan: 'useCampaigns',
  nameOf: ({ name, number }) => name || number,
  deletes: (ctx, { phoneKey }) => forgetErasedNumber(ctx, phoneKey),
  calls: { 'POST /suppressions': { body: SuppressionBody, answer: SuppressionView } },
})

const known = statement((db, { key }: { key: string }) =>
  db.select({ id: suppressionTable.id }).from(suppressionTable).where(eq(suppressionTable.phoneKey, key)),
)

export const isSuppressed = (ctx: CompanyContext, key: string) =>
  known.get(ctx, { key }) !== undefined || isErasedNumber(ctx, key)

/** @throws Refusal ERR_INVALID_INPUT, also for a known number */
export function addSuppression(ctx: CompanyContext, { name, number }: SuppressionBody): Suppression {
  const read = readNumber(number)
  if ('reason' in read) return refuse('ERR_INVALID_INPUT', { fields: { number: read.reason } })
  const added = suppress(ctx, { name, number: read.number, source: 'manual' })
  return added ?? refuse('ERR_INVALID_INPUT', { fields: { number: 'duplicate' } })
}

type NewSuppression = Pick<Suppression, 'name' | 'number' | 'source'> & Partial<Pick<Suppression, 'phoneKey'>>

export function suppress(ctx: CompanyContext, values: NewSuppression): Suppression | undefined {
  return ctx.transaction(() => {
    const record = insertSuppression(ctx, values)
    if (record) recordEvent(ctx, 'suppression.created', {}, { suppressionId: record.id })
    return record
  })
}

/** As `suppress`, without an event; see `noteSuppressionImport`. */
export function insertSuppression(
  ctx: CompanyContext,
  { name, number, source, phoneKey: key = phoneKey(number) }: NewSuppression,
): Suppression | undefined {
  const searchText = foldText(`${name} ${number}`).trim()
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  return ctx.db
    .insert(suppressionTable)
    .values({ name, number, source, phoneKey: key, searchText, ...times })
    .onConflictDoNothing()
    .returning()
    .get()
}

/** One event for many numbers, so that the screens reload once instead of following each. */
export function noteSuppressionImport(ctx: CompanyContext, added: number) {
  recordEvent(ctx, 'suppressions.imported', {}, { added })
}
