import { eq, gte, lt, sql, sum } from 'drizzle-orm'
import { excluded } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { CompanyId } from '../../kernel/ids'
import { dayMs, hourMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'
import { companyTable, companyTimeTable, hostPointTable } from '../platform.tables'
import type { HostPoint } from './host-point.contract'

const hoursKept = 24
const { companyId, hour, ms } = companyTimeTable

const statements = {
  keep: statement((db, of: { at: Date; point: HostPoint }) =>
    db
      .insert(hostPointTable)
      .values({ at: of.at, point: of.point })
      .onConflictDoUpdate({ target: hostPointTable.at, set: { point: excluded(hostPointTable.point) } }),
  ),
  forget: statement((db, of: { before: Date }) => db.delete(hostPointTable).where(lt(hostPointTable.at, of.before))),
  points: statement((db, of: { since: Date }) =>
    db
      .select({ point: hostPointTable.point })
      .from(hostPointTable)
      .where(gte(hostPointTable.at, of.since))
      .orderBy(hostPointTable.at),
  ),
  forgetTimes: statement((db, of: { before: number }) => db.delete(companyTimeTable).where(lt(hour, of.before))),
  addTime: statement((db, of: { id: CompanyId; hour: number; ms: number }) =>
    db
      .insert(companyTimeTable)
      .values({ companyId: of.id, hour: of.hour, ms: of.ms })
      .onConflictDoUpdate({ target: [companyId, hour], set: { ms: sql`${ms} + ${excluded(ms)}` } }),
  ),
  exists: statement((db, of: { id: CompanyId }) =>
    db.select({ id: companyTable.id }).from(companyTable).where(eq(companyTable.id, of.id)),
  ),
}

/** A row a minute and a row per company and hour, for a day. */
export function keepHostPoint({ catalog }: Platform, point: HostPoint, spentMs: ReadonlyMap<CompanyId, number>) {
  const thisHour = Math.floor(point.at / hourMs)
  catalog.sqlite.transaction(() => {
    statements.keep.run(catalog, { at: new Date(point.at), point })
    statements.forget.run(catalog, { before: new Date(point.at - dayMs) })
    statements.forgetTimes.run(catalog, { before: thisHour - hoursKept })
    for (const [id, spent] of spentMs) {
      // It may have been deleted since.
      if (spent >= 1 && statements.exists.get(catalog, { id })) {
        statements.addTime.run(catalog, { id, hour: thisHour, ms: Math.round(spent) })
      }
    }
  })()
}

export function listHostPoints({ catalog, clock }: Platform): HostPoint[] {
  const since = new Date(clock.now().getTime() - dayMs)
  return statements.points.all(catalog, { since }).map(({ point }) => point)
}

/** In ms, of the last day. */
export function listCompanyTimes({ catalog }: Platform): Map<CompanyId, number> {
  const rows = catalog.db
    .select({ companyId, ms: sum(ms).mapWith(Number) })
    .from(companyTimeTable)
    .groupBy(companyId)
    .all()
  return new Map(rows.map((row) => [row.companyId, row.ms]))
}
