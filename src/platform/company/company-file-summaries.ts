import { eq, ne } from 'drizzle-orm'
import { excluded } from '../../kernel/database/expressions'
import { type Opened, statement } from '../../kernel/database/statement'
import { type EventType, reaction, type Reaction } from '../../kernel/event/event-log'
import type { CompanyId } from '../../kernel/ids'
import type { Business } from '../business/business'
import { companyFileSummaryTable } from '../platform.tables'
import type { CompanyFileSummary } from './company.calls'

export interface CompanyFileSummaries {
  get(id: CompanyId): CompanyFileSummary
  /** The file may have been restored since it was cached. */
  getNow(id: CompanyId): CompanyFileSummary
  forget(id: CompanyId): void
}

const { companyId, parts } = companyFileSummaryTable

const statements = {
  find: statement((db, of: { id: CompanyId }) =>
    db.select({ parts }).from(companyFileSummaryTable).where(eq(companyId, of.id)),
  ),
  keep: statement((db, of: { id: CompanyId; parts: CompanyFileSummary }) =>
    db
      .insert(companyFileSummaryTable)
      .values({ companyId: of.id, parts: of.parts })
      .onConflictDoUpdate({
        target: companyId,
        set: { parts: excluded(parts) },
        setWhere: ne(parts, excluded(parts)),
      }),
  ),
  forget: statement((db, of: { id: CompanyId }) => db.delete(companyFileSummaryTable).where(eq(companyId, of.id))),
}

declare module '../business/business' {
  interface BusinessNotes {
    /** `parts` is null when they are no longer known. */
    'company.summarised': Summarised
  }
}

interface Summarised {
  companyId: CompanyId
  parts: CompanyFileSummary | null
}

export function storeSummary({ catalog }: { catalog: Opened }, { companyId: id, parts }: Summarised) {
  if (parts) statements.keep.run(catalog, { id, parts })
  else statements.forget.run(catalog, { id })
}

export function createCompanyFileSummaries(
  { catalog, business }: { catalog: Opened; business: Business },
  read: (id: CompanyId) => CompanyFileSummary,
  changedBy: readonly EventType[],
): CompanyFileSummaries & { reactions: Reaction[] } {
  function getNow(id: CompanyId) {
    const parts = read(id)
    business.note('company.summarised', { companyId: id, parts })
    return parts
  }

  const forget = (id: CompanyId) => business.note('company.summarised', { companyId: id, parts: null })

  return {
    getNow,
    forget,
    get: (id) => statements.find.get(catalog, { id })?.parts ?? getNow(id),
    /** Runs before the commit: after a rollback the summary is merely read again. */
    reactions: changedBy.map((type): Reaction => reaction(type, ({ company: { id } }) => forget(id))),
  }
}
