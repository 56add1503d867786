import { asc, eq } from 'drizzle-orm'
import type { CompanyId } from '../../kernel/ids'
import type { Catalog } from '../catalog'
import type { Platform } from '../platform'
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

declare module '../business/business' {
  interface BusinessNotes {
    'connections.counted': Counted & { companyId: CompanyId }
  }
}

/** Returns whether it is news. */
export function saveConnectionCount({ catalog: { db }, business }: Platform, companyId: CompanyId, counted: Counted) {
  const known = db.select().from(connectionCountTable).where(eq(connectionCountTable.companyId, companyId)).get()
  if (known?.total === counted.total && known.connected === counted.connected) return false
  business.note('connections.counted', { companyId, ...counted })
  return true
}

export function storeConnectionCount(
  { catalog: { db } }: Platform,
  { companyId, ...counted }: Counted & { companyId: CompanyId },
) {
  db.insert(connectionCountTable)
    .values({ companyId, ...counted })
    .onConflictDoUpdate({ target: connectionCountTable.companyId, set: counted })
    .run()
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
