import { asc, eq } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Catalog } from '../catalog'
import { companyTable, connectionCountTable } from '../platform.tables'

interface ConnectionCount {
  id: CompanyId
  name: string
  total: number
  connected: number
  disconnected: number
}

interface Counted {
  total: number
  connected: number
}

export function saveConnectionCount({ db }: Catalog, companyId: CompanyId, { total, connected }: Counted) {
  const known = db.select().from(connectionCountTable).where(eq(connectionCountTable.companyId, companyId)).get()
  if (known?.total === total && known.connected === connected) return false
  db.insert(connectionCountTable)
    .values({ companyId, total, connected })
    .onConflictDoUpdate({ target: connectionCountTable.companyId, set: { total, connected } })
    .run()
  return true
}

export function listConnectionCounts({ db }: Catalog, companyId?: CompanyId): ConnectionCount[] {
  const { id, name, status } = companyTable
  const { total, connected } = connectionCountTable
  return db
    .select({ id, name, status, total, connected })
    .from(companyTable)
    .leftJoin(connectionCountTable, eq(connectionCountTable.companyId, id))
    .where(companyId === undefined ? undefined : eq(id, companyId))
    .orderBy(asc(id))
    .all()
    .map((row) => present(row.id, row.name, row.total ?? 0, row.status ? (row.connected ?? 0) : 0))
}

/** A disabled company runs none. */
const present = (id: CompanyId, name: string, total: number, connected: number): ConnectionCount => ({
  id,
  name,
  total,
  connected,
  disconnected: total - connected,
})

export function listUncountedCompanies({ db }: Catalog): CompanyId[] {
  const counted = new Set(
    db
      .select({ id: connectionCountTable.companyId })
      .from(connectionCountTable)
      .all()
      .map(({ id }) => id),
  )
  const all = db.select({ id: companyTable.id }).from(companyTable).all()
  return all.map(({ id }) => id).filter((id) => !counted.has(id))
}
