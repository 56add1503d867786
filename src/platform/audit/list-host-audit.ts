import { and, count, desc, eq, getTableColumns, gte, isNull, like, lt, sql } from 'drizzle-orm'
import { boundsOfDay } from '../../kernel/time/time-zone'
import type { Platform } from '../platform'
import { auditTable, companyTable, userIndexTable } from '../platform.tables'
import type { HostAuditData } from './host-audit.contract'
import { detailsOf } from './host-audit-details'
import type { HostAuditFilter, HostAuditQuery, HostAuditView } from './host-audit.calls'

const pageSize = 50
const countMax = 10_000
/** A search that matches more people looks only for the first of them. */
const peopleMax = 20

const { id, at, type, companyId, userId, data } = auditTable
const address = sql<string | null>`${data} ->> '$.address'`
/** Of the super user who acted on a company; then `companyId` is that company. */
const operatorCompany = sql<number | null>`${data} ->> '$.by.companyId'`
const operatorId = sql<number | null>`${data} ->> '$.by.userId'`

export function listHostAudit(platform: Platform, { after, ...filter }: HostAuditQuery, timeZone: string) {
  const rows = readPage(platform, { filter, after, timeZone }, pageSize + 1)
  return {
    records: rows.slice(0, pageSize),
    hasMore: rows.length > pageSize,
    count: countFound(platform, filter, timeZone),
  }
}

/** Newest first. */
export function* walkHostAudit(platform: Platform, filter: HostAuditFilter, timeZone: string, batchSize: number) {
  let after: string | undefined
  do {
    const rows = readPage(platform, { filter, after, timeZone }, batchSize)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = `${Date.parse(last.at)}.${last.id}`
  } while (true)
}

interface Asked {
  filter: HostAuditFilter
  after: string | undefined
  timeZone: string
}

function readPage(platform: Platform, { filter, after, timeZone }: Asked, limit: number): HostAuditView[] {
  const [atMs, lastId] = (after ?? '').split('.').map(Number)
  const beyond = lastId === undefined ? undefined : sql`(${at}, ${id}) < (${atMs}, ${lastId})`
  const found = conditionsOf(platform, filter, timeZone).flatMap((condition) =>
    platform.catalog.db
      .select({ ...getTableColumns(auditTable), companyName: companyTable.name })
      .from(auditTable)
      .leftJoin(companyTable, eq(companyTable.id, companyId))
      .where(and(condition, beyond))
      .orderBy(desc(at), desc(id))
      .limit(limit)
      .all(),
  )
  const rows = found.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id).slice(0, limit)
  return rows.map(({ data, userId, companyName, at, ...row }) => {
    const entry = (data ?? {}) as HostAuditData
    const { by, address } = entry
    return {
      ...row,
      at: at.toISOString(),
      companyName: companyName ?? '',
      ...peopleOf(platform, { ...row, userId, by }),
      address: typeof address === 'string' ? address : '',
      details: detailsOf(platform, row.type, entry),
    }
  })
}

interface Acted {
  type: string
  companyId: number | null
  userId: number | null
  by: unknown
}

/** `by`: an operator of the host, or the id of a colleague who acted on the user. */
function peopleOf(platform: Platform, { type, companyId, userId, by }: Acted) {
  // Earlier entries of this type kept the operator's company alone.
  if (typeof by === 'number' && type === 'company.schedules') return { user: emailOf(platform, by, userId), whom: '' }
  if (typeof by === 'number')
    return { user: emailOf(platform, companyId, by), whom: emailOf(platform, companyId, userId) }
  if (typeof by !== 'object' || by === null) return { user: emailOf(platform, companyId, userId), whom: '' }
  const { companyId: from, userId: operator } = by as Record<string, unknown>
  return { user: emailOf(platform, Number(from), Number(operator)), whom: '' }
}

function emailOf({ catalog }: Platform, ofCompany: number | null, ofUser: number | null) {
  if (ofCompany === null || ofUser === null || !ofUser) return ''
  const isUser = and(eq(userIndexTable.companyId, ofCompany), eq(userIndexTable.userId, ofUser))
  const found = catalog.db.select({ email: userIndexTable.email }).from(userIndexTable).where(isUser).get()
  return found?.email ?? `#${ofUser}`
}

function countFound(platform: Platform, filter: HostAuditFilter, timeZone: string) {
  const { db } = platform.catalog
  let found = 0
  for (const condition of conditionsOf(platform, filter, timeZone)) {
    const some = db
      .select({ id })
      .from(auditTable)
      .where(condition)
      .limit(countMax - found)
      .as('some')
    found += db.select({ n: count() }).from(some).get()?.n ?? 0
    if (found >= countMax) break
  }
  return found
}

/** No entry fulfils two of them, and an index serves each. */
function conditionsOf(platform: Platform, given: HostAuditFilter, timeZone: string) {
  const { type: of, company, from, to, searchParam } = given
  const common = and(
    of ? eq(type, of) : undefined,
    company ? eq(companyId, Number(company)) : undefined,
    from ? gte(at, new Date(boundsOfDay(from, timeZone).startMs)) : undefined,
    to ? lt(at, new Date(boundsOfDay(to, timeZone).endMs)) : undefined,
  )
  return searchParam ? matches(platform, searchParam).map((match) => and(common, match)) : [common]
}

function matches({ catalog }: Platform, text: string) {
  if (/^[\d.]+$|:/.test(text)) return [eq(address, text)]
  const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const people = catalog.db
    .select()
    .from(userIndexTable)
    .where(sql`${like(userIndexTable.email, part)} ESCAPE '\\'`)
    .limit(peopleMax)
    .all()
  return people.flatMap((person) => [
    and(eq(companyId, person.companyId), eq(userId, person.userId), isNull(operatorId)),
    and(eq(operatorCompany, person.companyId), eq(operatorId, person.userId)),
  ])
}
