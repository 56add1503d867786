import { and, eq, isNull, notInArray } from 'drizzle-orm'
import { refuse } from '../../kernel/errors'
import type { CompanyId, UserId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { companyTable, userIndexTable } from '../platform.tables'

export function findUserByEmail(platform: Platform, email: string) {
  return platform.catalog.db.select().from(userIndexTable).where(eq(userIndexTable.email, email.toLowerCase())).get()
}

/** Returns its undoing; `rebuildUserIndex` clears what a crash leaves. @throws Refusal ERR_EMAIL_ALREADY_EXISTS */
export function claimEmail(platform: Platform, email: string, companyId: CompanyId, userId: UserId) {
  const { db, sqlite } = platform.catalog
  const taken = findUserByEmail(platform, email)
  if (taken && (taken.companyId !== companyId || taken.userId !== userId)) {
    refuse('ERR_EMAIL_ALREADY_EXISTS', { fields: { email: 'emailTaken' } })
  }
  const before = db.select().from(userIndexTable).where(ofUser(companyId, userId)).get()
  const replace = sqlite.transaction((row: typeof before) => {
    releaseEmail(platform, companyId, userId)
    if (row) db.insert(userIndexTable).values(row).run()
  })
  replace({ email: email.toLowerCase(), companyId, userId })
  return () => replace(before)
}

export function releaseEmail(platform: Platform, companyId: CompanyId, userId: UserId) {
  const { db } = platform.catalog
  const deleted = db.delete(userIndexTable).where(ofUser(companyId, userId)).returning().get()
  return () => {
    if (deleted) db.insert(userIndexTable).values(deleted).onConflictDoNothing().run()
  }
}

/** Rebuilds a company's index entries from its file, after a restore, a move or a crash. */
export function rebuildUserIndex(
  platform: Platform,
  companyId: CompanyId,
  users: readonly { id: UserId; email: string }[],
) {
  const { db, sqlite } = platform.catalog
  const known = db.select().from(userIndexTable).where(eq(userIndexTable.companyId, companyId)).all()
  const rows = users.map(({ id, email }) => ({ email: email.toLowerCase(), companyId, userId: id }))
  const isKnown = ({ email, userId }: (typeof rows)[number]) =>
    known.some((row) => row.email === email && row.userId === userId)
  if (rows.length === known.length && rows.every(isKnown)) return
  sqlite.transaction(() => {
    db.delete(userIndexTable).where(eq(userIndexTable.companyId, companyId)).run()
    for (const row of rows) db.insert(userIndexTable).values(row).onConflictDoNothing().run()
  })()
}

/** Today's e-mails by user, of a company whose file is lost. */
export function listIndexedEmails({ catalog }: Platform, companyId: CompanyId): Map<UserId, string> {
  const rows = catalog.db.select().from(userIndexTable).where(eq(userIndexTable.companyId, companyId)).all()
  return new Map(rows.map(({ userId, email }) => [userId, email]))
}

export function listCompaniesWithoutSignIn({ catalog }: Platform): CompanyId[] {
  const known = catalog.db.select({ id: userIndexTable.companyId }).from(userIndexTable)
  const without = and(notInArray(companyTable.id, known), isNull(companyTable.copyOf))
  const rows = catalog.db.select({ id: companyTable.id }).from(companyTable).where(without)
  return rows.all().map(({ id }) => id)
}

const ofUser = (companyId: CompanyId, userId: UserId) =>
  and(eq(userIndexTable.companyId, companyId), eq(userIndexTable.userId, userId))
