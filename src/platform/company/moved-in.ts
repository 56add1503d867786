import { asc, eq } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { movedInTable } from '../platform.tables'
import { hasCompany } from './company.queries'

export function findMovedIn(platform: Platform, source: string): CompanyId | undefined {
  const known = platform.catalog.db.select().from(movedInTable).where(eq(movedInTable.source, source)).get()
  return known && hasCompany(platform, known.companyId) && platform.files.exists(known.companyId)
    ? known.companyId
    : undefined
}

export function noteMovedIn({ catalog, clock }: Platform, source: string, companyId: CompanyId) {
  const row = { source, companyId, movedAt: clock.now() }
  catalog.db.insert(movedInTable).values(row).onConflictDoUpdate({ target: movedInTable.source, set: row }).run()
}

export const listMovedIn = ({ catalog }: Platform, companyId: CompanyId) =>
  catalog.db.select().from(movedInTable).where(eq(movedInTable.companyId, companyId)).all()

export const listMovedInCompanies = ({ catalog }: Platform): CompanyId[] =>
  catalog.db
    .selectDistinct({ id: movedInTable.companyId })
    .from(movedInTable)
    .orderBy(asc(movedInTable.companyId))
    .all()
    .map(({ id }) => id)

export function noteLive({ catalog, clock }: Platform, companyId: CompanyId) {
  const set = { liveAt: clock.now() }
  catalog.db.update(movedInTable).set(set).where(eq(movedInTable.companyId, companyId)).run()
}

export const isLive = (platform: Platform, companyId: CompanyId) =>
  listMovedIn(platform, companyId).some(({ liveAt }) => liveAt !== null)
