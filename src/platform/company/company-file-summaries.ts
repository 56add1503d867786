import type { Database } from 'bun:sqlite'
import { type EventType, reaction, type Reaction } from '../../kernel/event/event-log'
import type { CompanyId } from '../../kernel/ids'
import { readStored } from '../../kernel/database/stored-json'
import type { CompanyFileSummary } from './company.calls'

export interface CompanyFileSummaries {
  /** The cached summary, for lists that must not open company files. */
  get(id: CompanyId): CompanyFileSummary
  /** Read from the file, which may have been restored or moved since it was cached. */
  getNow(id: CompanyId): CompanyFileSummary
}

/**
 * Data from company files that the host's screens show. The catalog caches it; the events that change it invalidate the
 * cache.
 */
export function createCompanyFileSummaries(
  catalog: Database,
  read: (id: CompanyId) => CompanyFileSummary,
  changedBy: readonly EventType[],
): CompanyFileSummaries & { reactions: Reaction[] } {
  const find = catalog.prepare<{ parts: string }, [CompanyId]>(
    'SELECT parts FROM company_own_parts WHERE company_id = ?',
  )
  const keep = catalog.prepare<unknown, [CompanyId, string]>(
    `INSERT INTO company_own_parts (company_id, parts) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET parts = excluded.parts WHERE parts <> excluded.parts`,
  )
  const forget = catalog.prepare<unknown, [CompanyId]>('DELETE FROM company_own_parts WHERE company_id = ?')

  function getNow(id: CompanyId) {
    const parts = read(id)
    keep.run(id, JSON.stringify(parts))
    return parts
  }

  return {
    getNow,
    get(id) {
      const kept = find.get(id)
      return kept ? readStored<CompanyFileSummary>(kept.parts) : getNow(id)
    },
    /** Runs before the commit: after a rollback the summary is merely read again. */
    reactions: changedBy.map((type): Reaction => reaction(type, ({ company }) => void forget.run(company.id))),
  }
}
