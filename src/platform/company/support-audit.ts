import { and, count, desc, eq, gt, like, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { Operator } from '../../kernel/http/user-guard'
import { pageSize } from '../../kernel/http/request-parts'
import type { CompanyId, ConnectionId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { auditTable } from '../platform.tables'

/** Types of entries about the host's acts on a company's connections start with it. */
const prefix = 'support.'

export interface ActedOn {
  id?: ConnectionId
  name: string
}

interface HostAct {
  operator: Operator
  what: string
  connection: ActedOn
}

interface EntryData {
  by?: Operator
  connection?: ActedOn
}

declare module '../business/business' {
  interface BusinessCalls {
    'support.audit': BusinessCall<SupportEntry, { id: number }>
  }
  interface BusinessNotes {
    'support.auditWithdrawn': { id: number }
  }
}

interface SupportEntry {
  companyId: CompanyId
  atMs: number
  act: HostAct
}

/** Audits an act in the company it is done to. Returns a function that removes the entry, for an act that is refused. */
export async function auditSupport({ business }: Platform, { company, now }: CompanyContext, act: HostAct) {
  const entry = await business.call('support.audit', { companyId: company.id, atMs: now.getTime(), act })
  return () => business.note('support.auditWithdrawn', entry)
}

export function storeSupportAudit({ catalog }: Platform, { companyId, atMs, act }: SupportEntry) {
  const { operator, what, connection } = act
  const data: EntryData = { by: operator, connection }
  return catalog.db
    .insert(auditTable)
    .values({ at: new Date(atMs), type: prefix + what, companyId, userId: operator.userId, data })
    .returning({ id: auditTable.id })
    .get()
}

export const removeSupportAudit = ({ catalog }: Platform, { id }: { id: number }) =>
  void catalog.db.delete(auditTable).where(eq(auditTable.id, id)).run()

export function isSupportAudited(
  { catalog: { db } }: Platform,
  { company }: CompanyContext,
  { operator, what, connection, since }: HostAct & { since: Date },
) {
  const found = db
    .select({ id: auditTable.id })
    .from(auditTable)
    .where(
      and(
        eq(auditTable.companyId, company.id),
        gt(auditTable.at, since),
        eq(auditTable.userId, operator.userId),
        eq(auditTable.type, prefix + what),
        eq(sql`${auditTable.data} ->> '$.connection.id'`, connection.id),
      ),
    )
    .get()
  return found !== undefined
}

export function listSupportAudit({ catalog }: Platform, companyId: CompanyId, pageNumber: number) {
  const ofCompany = and(eq(auditTable.companyId, companyId), like(auditTable.type, `${prefix}%`))
  const matches = catalog.db.select({ n: count() }).from(auditTable).where(ofCompany).get()?.n ?? 0
  const from = (pageNumber - 1) * pageSize
  const rows = catalog.db
    .select()
    .from(auditTable)
    .where(ofCompany)
    .orderBy(desc(auditTable.at), desc(auditTable.id))
    .limit(pageSize)
    .offset(from)
    .all()
  const entries = rows.map(({ id, at, type, data }) => {
    const { by, connection } = (data ?? {}) as EntryData
    return { id, at, what: type.slice(prefix.length), by, connection }
  })
  return { entries, hasMore: matches > from + rows.length, count: matches }
}
