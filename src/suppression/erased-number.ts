import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { readSecret } from '../kernel/config/sealed-secret'
import { statement } from '../kernel/database/statement'

export const erasedNumberTable = sqliteTable('erased_number', { hash: text('hash').primaryKey() })

export const erasedNumberKeyTable = sqliteTable('erased_number_key', {
  only: integer('only').primaryKey(),
  /** Sealed by the host's key. */
  sealed: text('sealed').notNull(),
})

const { hash } = erasedNumberTable

const statements = {
  key: statement((db) => db.select({ sealed: erasedNumberKeyTable.sealed }).from(erasedNumberKeyTable)),
  any: statement((db) => db.select({ hash }).from(erasedNumberTable).limit(1)),
  known: statement((db, of: { hash: string }) => db.select({ hash }).from(erasedNumberTable).where(eq(hash, of.hash))),
}

const opened = perCompany(() => new Map<string, string>())

/** Undefined before the first erased number, and when another host sealed the key. */
function findKey(ctx: CompanyContext) {
  const sealed = statements.key.get(ctx)?.sealed
  if (sealed === undefined) return undefined
  const keys = opened(ctx.company)
  const secret = keys.get(sealed) ?? readKey(ctx, sealed)
  if (secret !== undefined) keys.set(sealed, secret)
  return secret
}

function readKey(ctx: CompanyContext, sealed: string) {
  const secret = readSecret(ctx.company.services.sealer, sealed)
  return secret.state === 'set' ? secret.text : undefined
}

function makeKey(ctx: CompanyContext) {
  const key = randomBytes(32).toString('base64')
  const values = { only: 1, sealed: ctx.company.services.sealer.seal(key) }
  ctx.db
    .insert(erasedNumberKeyTable)
    .values(values)
    .onConflictDoUpdate({ target: erasedNumberKeyTable.only, set: values })
    .run()
  return key
}

/** Without the key, which is not in the file, nobody can try which number it is. */
const hashOf = (key: string, phoneKey: string) => createHmac('sha256', key).update(phoneKey).digest('base64url')

export function isErasedNumber(ctx: CompanyContext, phoneKey: string): boolean {
  const key = findKey(ctx)
  return key !== undefined && statements.known.get(ctx, { hash: hashOf(key, phoneKey) }) !== undefined
}

export const hasErasedNumbers = (ctx: CompanyContext) => statements.any.get(ctx) !== undefined

/** An erased person stays left alone. */
export function keepErasedNumber(ctx: CompanyContext, phoneKey: string) {
  const key = findKey(ctx) ?? makeKey(ctx)
  ctx.db
    .insert(erasedNumberTable)
    .values({ hash: hashOf(key, phoneKey) })
    .onConflictDoNothing()
    .run()
}

export function forgetErasedNumber(ctx: CompanyContext, phoneKey: string) {
  const key = findKey(ctx)
  if (key)
    ctx.db
      .delete(erasedNumberTable)
      .where(eq(hash, hashOf(key, phoneKey)))
      .run()
}
