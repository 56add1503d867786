import { and, eq } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'

export function listCompaniesThatMayConnect({ catalog }: Platform): CompanyId[] {
  const columns = { id: companyTable.id }
  const may = and(eq(companyTable.mayConnect, true), eq(companyTable.status, true), eq(companyTable.muted, false))
  return catalog.db
    .select(columns)
    .from(companyTable)
    .where(may)
    .all()
    .map(({ id }) => id)
}

/** Call it before a connection starts. A hint too early is harmless; one too late would lose the connection. */
export function setMayConnect({ catalog }: Platform, companyId: CompanyId, mayConnect: boolean) {
  catalog.db.update(companyTable).set({ mayConnect }).where(eq(companyTable.id, companyId)).run()
}
