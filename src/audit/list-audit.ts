import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
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
  const found = conditionOf(ctx, filter)
  const rows = readPage(ctx, found, after, pageSize + 1)
  return {
    records: rows.slice(0, pageSize).map(present),
    hasMore: rows.length > pageSize,
    count: countFound(ctx, found),
  }
}

/** Newest first. */
export function* walkAudit(ctx: CompanyContext, filter: AuditFilter, batchSize: number): Generator<Row[]> {
  const found = conditionOf(ctx, filter)
  let after: string | undefined
  do {
    const rows = readPage(ctx, found, after, batchSize)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = `${last.at.getTime()}.${last.id}`
  } while (true)
}

function readPage({ db }: CompanyContext, found: SQL | undefined, after: string | undefined, limit: number): Row[] {
  return db
    .select()
    .from(auditEntryTable)
    .where(and(found, beyond(after)))
    .orderBy(desc(at), desc(id))
    .limit(limit)
    .all()
}

function beyond(after: string | undefined) {
  if (after === undefined) return undefined
  const [atMs = 0, lastId = 0] = after.split('.').map(Number)
  return sql`(${at}, ${id}) < (${atMs}, ${lastId})`
}

function countFound({ db }: CompanyContext, found: SQL | undefined) {
  const some = db.select({ id }).from(auditEntryTable).where(found).limit(countMax).as('some')
  return db.select({ n: count() }).from(some).get()?.n ?? 0
}

function conditionOf(ctx: CompanyContext, { searchParam, by, category: of, from, to }: AuditFilter) {
  const timeZone = timeZoneOf(ctx)
  return and(
    of ? eq(category, of) : undefined,
    by === undefined ? undefined : didBy(by),
    from === undefined ? undefined : gte(at, new Date(boundsOfDay(from, timeZone).startMs)),
    to === undefined ? undefined : lt(at, new Date(boundsOfDay(to, timeZone).endMs)),
    wordsFound(searchParam),
  )
}

function didBy(by: string) {
  if (/^\d/.test(by)) return and(eq(byKind, 'user'), eq(byId, Number(by)))
  return eq(byKind, by as Row['byKind'])
}

function wordsFound(typed: string) {
  const words = searchWords(typed).map((word) => `"${word.replaceAll('"', '""')}" *`)
  if (words.length === 0) return undefined
  return sql`${id} IN (SELECT rowid FROM audit_search WHERE audit_search MATCH ${words.join(' AND ')})`
}

function present({ at, ...row }: Row): AuditEntryView {
  return { ...row, at: at.toISOString() }
}
