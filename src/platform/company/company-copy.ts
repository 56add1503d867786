import { eq, isNotNull } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import { freeName, nameKey } from '../../kernel/text/name-text.contract'
import { wallClock } from '../../kernel/time/time-zone'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'
import { getCompany, neverDue } from './company.queries'

/** A company beside another, muted and never charged, that shows its state at a moment. Its file follows. */
export function insertCopy(platform: Platform, of: CompanyId, stateOf: Date) {
  const { catalog, clock } = platform
  const { company } = getCompany(platform, of)
  const { id, nextJobAt, ...same } = company
  const names = catalog.db.select({ key: companyTable.nameKey }).from(companyTable).all()
  const { day, time } = wallClock(stateOf, company.timeZone)
  const ending = ` (${day} ${time})`
  const name = freeName(company.name, new Set(names.map(({ key }) => key)), { ending, lengthMax: 100 })
  const now = clock.now()
  const silent = { muted: true, mayConnect: false, status: true, dueDate: neverDue, copyOf: of, lastLogin: null }
  const row = { ...same, ...silent, name, nameKey: nameKey(name), email: '', createdAt: now, updatedAt: now }
  return catalog.db.insert(companyTable).values(row).returning().get()
}

export function removeCopy({ catalog }: Platform, id: CompanyId) {
  catalog.db.delete(companyTable).where(eq(companyTable.id, id)).run()
  catalog.companies.forget(id)
}

/** A crash can leave the row of a copy whose folder was not there yet. */
export function removeUnfinishedCopies(platform: Platform) {
  const { catalog, files } = platform
  const copies = catalog.db
    .select({ id: companyTable.id })
    .from(companyTable)
    .where(isNotNull(companyTable.copyOf))
    .all()
  for (const { id } of copies) if (!files.existsAnywhere(id)) removeCopy(platform, id)
}
