import { and, eq } from 'drizzle-orm'
import type { CompanyId } from '../kernel/ids'
import type { Platform } from './platform'
import { companyTable } from './platform.tables'

/** Companies whose file has to be looked into when the process starts; the others' stay closed. */
export function listCompaniesThatMayConnect({ catalog }: Platform): CompanyId[] {
  const columns = { id: companyTable.id }
  const may = and(eq(companyTable.mayConnect, true), eq(companyTable.status, true))
  return catalog.db
    .select(columns)
    .from(companyTable)
    .where(may)
    .all()
    .map(({ id }) => id)
}

/** Says so before a connection begins to run: too early is harmless, too late would forget it. */
export function noteMayConnect({ catalog }: Platform, companyId: CompanyId, mayConnect: boolean) {
  catalog.db.update(companyTable).set({ mayConnect }).where(eq(companyTable.id, companyId)).run()
}
