import { and, count, desc, eq, getTableColumns, gte, inArray, lt, sql } from 'drizzle-orm'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { auditEntryTable } from '../kernel/audit/audit.tables'
import { openDatabase } from '../kernel/database/database'
import { refuse } from '../kernel/errors'
import { searchWords } from '../kernel/text/search-words.contract'
import { boundsOfDay, timeZoneOf } from '../kernel/time/time-zone'
import type { AuditEntryView } from './audit.calls'
import type { AuditFilter, AuditQuery } from './audit.contract'
import { recordNames } from './record-names.view'

type Row = typeof auditEntryTable.$inferSelect

const pageSize = 50
const batchSize = 500
const countMax = 10_000

const { id, at, category, byKind, byId } = auditEntryTable

/** @throws Refusal ERR_NO_PERMISSION */
export function assertMayAudit({ actor }: CompanyContext) {
  if (!isAdmin(actor)) refuse('ERR_NO_PERMISSION')
}

/** @throws Refusal ERR_NO_PERMISSION */
export function listAudit(ctx: CompanyContext, { after, ...filter }: AuditQuery) {
  assertMayAudit(ctx)
  const rows = readPage(ctx, filter, after, pageSize + 1)
  return {
    records: rows.slice(0, pageSize).map(presenting(ctx)),
    hasMore: rows.length > pageSize,
    count: countFound(ctx, filter),
  }
}

/** Newest first. */
export function* walkAudit(ctx: CompanyContext, filter: AuditFilter): Generator<Row[]> {
  if (wordsOf(filter) !== '') return yield* walkFound(ctx, filter)
  let after: string | undefined
  do {
    const rows = readPage(ctx, filter, after, batchSize)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = `${last.at.getTime()}.${last.id}`
  } while (true)
}

/** On a connection of its own that keeps its place: the index reads all entries of a word each time it is asked. */
function* walkFound(ctx: CompanyContext, filter: AuditFilter): Generator<Row[]> {
  const { sql: text, params } = ctx.db
    .select({ id: sql`audit_search.rowid`.as('id') })
    .from(sql`audit_search`)
    .where(matching(ctx, filter, wordsOf(filter)))
    .orderBy(sql`audit_search.rowid DESC`)
    .toSQL()
  const rowsOf = (ids: readonly number[]) =>
    ctx.db
      .select()
      .from(auditEntryTable)
      .where(and(inArray(id, ids), periodOf(ctx, filter)))
      .orderBy(desc(id))
      .all()
  const reader = openDatabase(ctx.company.sqlite.filename, { readonly: true })
  try {
    let ids: number[] = []
    for (const row of reader.query<{ id: number }, any[]>(text).iterate(...params)) {
      ids.push(row.id)
      if (ids.length < batchSize) continue
      yield rowsOf(ids)
      ids = []
    }
    if (ids.length > 0) yield rowsOf(ids)
  } finally {
    reader.close()
  }
}

function readPage(ctx: CompanyContext, filter: AuditFilter, after: string | undefined, limit: number): Row[] {
  const [atMs, lastId] = (after ?? '').split('.').map(Number)
  const columns = getTableColumns(auditEntryTable)
  const words = wordsOf(filter)
  if (words === '') {
    const beyond = lastId === undefined ? undefined : sql`(${at}, ${id}) < (${atMs}, ${lastId})`
    return ctx.db
      .select(columns)
      .from(auditEntryTable)
      .where(and(conditionOf(ctx, filter), beyond))
      .orderBy(desc(at), desc(id))
      .limit(limit)
      .all()
  }
  // The index of words gives its rows in the order of their ids, so that a common word is not read to its end.
  const beyond = lastId === undefined ? undefined : sql`audit_search.rowid < ${lastId}`
  return ctx.db
    .select(columns)
    .from(sql`audit_search`)
    .innerJoin(auditEntryTable, eq(id, sql`audit_search.rowid`))
    .where(and(matching(ctx, filter, words), beyond, periodOf(ctx, filter)))
    .orderBy(sql`audit_search.rowid DESC`)
    .limit(limit)
    .all()
}

function countFound(ctx: CompanyContext, filter: AuditFilter) {
  const { db } = ctx
  const words = wordsOf(filter)
  // A period is checked by the entries' ids, which `matching` bounds; those are in the order of time but for restores.
  const some =
    words === ''
      ? db.select({ id }).from(auditEntryTable).where(conditionOf(ctx, filter)).limit(countMax).as('some')
      : db
          .select({ id: sql`audit_search.rowid`.as('id') })
          .from(sql`audit_search`)
          .where(matching(ctx, filter, words))
          .limit(countMax)
          .as('some')
  return db.select({ n: count() }).from(some).get()?.n ?? 0
}

/** Words, category and person by the index of words; of a period, the bounds of its ids. */
function matching(ctx: CompanyContext, filter: AuditFilter, words: string) {
  const facets = [filter.category && `c${filter.category}`, filter.by && facetOf(filter.by)].filter(Boolean)
  const query = [`text : (${words})`, ...facets.map((facet) => `facets : "${facet}"`)].join(' AND ')
  const period = periodOf(ctx, filter)
  const ids =
    period &&
    ctx.db
      .select({ first: sql<number>`coalesce(min(${id}), 0)`, last: sql<number>`coalesce(max(${id}), -1)` })
      .from(auditEntryTable)
      .where(period)
      .get()
  const within = ids && sql`audit_search.rowid BETWEEN ${ids.first} AND ${ids.last}`
  return and(sql`audit_search MATCH ${query}`, within)
}

const facetOf = (by: string) => (/^\d/.test(by) ? `p${by}` : `k${by}`)

function periodOf(ctx: CompanyContext, { from, to }: AuditFilter) {
  const timeZone = timeZoneOf(ctx)
  return and(
    from === undefined ? undefined : gte(at, new Date(boundsOfDay(from, timeZone).startMs)),
    to === undefined ? undefined : lt(at, new Date(boundsOfDay(to, timeZone).endMs)),
  )
}

function conditionOf(ctx: CompanyContext, filter: AuditFilter) {
  return and(
    filter.category ? eq(category, filter.category) : undefined,
    filter.by === undefined ? undefined : didBy(filter.by),
    periodOf(ctx, filter),
  )
}

function didBy(by: string) {
  if (/^\d/.test(by)) return and(eq(byKind, 'user'), eq(byId, Number(by)))
  return eq(byKind, by as Row['byKind'])
}

/** Empty without words. */
const wordsOf = ({ searchParam }: AuditFilter) =>
  searchWords(searchParam)
    .map((word) => `"${word.replaceAll('"', '""')}" *`)
    .join(' AND ')

function presenting(ctx: CompanyContext) {
  const named = recordNames(ctx)
  return ({ at, changes, ...row }: Row): AuditEntryView => ({ ...row, at: at.toISOString(), changes: named(changes) })
}
