import { and, eq } from 'drizzle-orm'
import { refuse } from '../kernel/errors'
import type { CompanyId, UserId } from '../kernel/ids'
import type { Platform } from './platform'
import { userIndexTable } from './platform.tables'

/** Whose file an e-mail address signs in to. */
export function findUserByEmail(platform: Platform, email: string) {
  return platform.catalog.db.select().from(userIndexTable).where(eq(userIndexTable.email, email.toLowerCase())).get()
}

/**
 * Reserves an address for a user, giving up the one before. Call it inside the company's transaction: when that fails,
 * the caller gives the address back with `releaseEmail`; a crash between leaves a reservation that `rebuild` clears.
 */
export function claimEmail(platform: Platform, email: string, companyId: CompanyId, userId: UserId) {
  const { db } = platform.catalog
  const taken = findUserByEmail(platform, email)
  if (taken && (taken.companyId !== companyId || taken.userId !== userId)) {
    refuse('ERR_EMAIL_ALREADY_EXISTS', { fields: { email: 'emailTaken' } })
  }
  if (taken) return
  releaseEmail(platform, companyId, userId)
  db.insert(userIndexTable).values({ email: email.toLowerCase(), companyId, userId }).run()
}

export function releaseEmail(platform: Platform, companyId: CompanyId, userId: UserId) {
  platform.catalog.db
    .delete(userIndexTable)
    .where(and(eq(userIndexTable.companyId, companyId), eq(userIndexTable.userId, userId)))
    .run()
}
