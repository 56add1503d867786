import { eq, ne } from 'drizzle-orm'
import { excluded } from '../../kernel/database/expressions'
import { type Opened, statement } from '../../kernel/database/statement'
import { type EventType, reaction, type Reaction } from '../../kernel/event/event-log'
import type { CompanyId } from '../../kernel/ids'
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

export function createCompanyFileSummaries(
  catalog: Opened,
  read: (id: CompanyId) => CompanyFileSummary,
  changedBy: readonly EventType[],
): CompanyFileSummaries & { reactions: Reaction[] } {
  function getNow(id: CompanyId) {
    const parts = read(id)
    statements.keep.run(catalog, { id, parts })
    return parts
  }

  return {
    getNow,
    forget: (id) => void statements.forget.run(catalog, { id }),
    get: (id) => statements.find.get(catalog, { id })?.parts ?? getNow(id),
    /** Runs before the commit: after a rollback the summary is merely read again. */
    reactions: changedBy.map((type): Reaction =>
      reaction(type, ({ company: { id } }) => void statements.forget.run(catalog, { id })),
    ),
  }
}
