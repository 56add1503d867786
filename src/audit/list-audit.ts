import { and, count, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import { isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { auditEntryTable } from '../kernel/audit/audit.tables'
import { refuse } from '../kernel/errors'
import { searchWords } from '../kernel/text/search-words.contract'
import { boundsOfDay, timeZoneOf } from '../kernel/time/time-zone'
import type { AuditEntryView } from './audit.calls'
import type { AuditFilter, AuditQuery } from './audit.contract'

type Row = typeof auditEntryTable.$inferSelect

const pageSize = 50
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
    records: rows.slice(0, pageSize).map(present),
    hasMore: rows.length > pageSize,
    count: countFound(ctx, filter),
  }
}

/** Newest first. */
export function* walkAudit(ctx: CompanyContext, filter: AuditFilter, batchSize: number): Generator<Row[]> {
  let after: string | undefined
  do {
    const rows = readPage(ctx, filter, after, batchSize)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = `${last.at.getTime()}.${last.id}`
  } while (true)
}

function readPage(ctx: CompanyContext, filter: AuditFilter, after: string | undefined, limit: number): Row[] {
  const [atMs, lastId] = (after ?? '').split('.').map(Number)
  const found = conditionOf(ctx, filter)
  const query = wordsOf(filter)
  const columns = getTableColumns(auditEntryTable)
  if (query === '') {
    const beyond = lastId === undefined ? undefined : sql`(${at}, ${id}) < (${atMs}, ${lastId})`
    return ctx.db
      .select(columns)
      .from(auditEntryTable)
      .where(and(found, beyond))
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
    .where(and(sql`audit_search MATCH ${query}`, beyond, found))
    .orderBy(sql`audit_search.rowid DESC`)
    .limit(limit)
    .all()
}

function countFound(ctx: CompanyContext, filter: AuditFilter) {
  const { db } = ctx
  const found = conditionOf(ctx, filter)
  const query = wordsOf(filter)
  const some =
    query === ''
      ? db.select({ id }).from(auditEntryTable).where(found).limit(countMax).as('some')
      : db
          .select({ id })
          .from(sql`audit_search`)
          .innerJoin(auditEntryTable, eq(id, sql`audit_search.rowid`))
          .where(and(sql`audit_search MATCH ${query}`, found))
          .limit(countMax)
          .as('some')
  return db.select({ n: count() }).from(some).get()?.n ?? 0
}

function conditionOf(ctx: CompanyContext, { by, category: of, from, to }: AuditFilter) {
  const timeZone = timeZoneOf(ctx)
  return and(
    of ? eq(category, of) : undefined,
    by === undefined ? undefined : didBy(by),
    from === undefined ? undefined : gte(at, new Date(boundsOfDay(from, timeZone).startMs)),
    to === undefined ? undefined : lt(at, new Date(boundsOfDay(to, timeZone).endMs)),
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

function present({ at, ...row }: Row): AuditEntryView {
  return { ...row, at: at.toISOString() }
}
