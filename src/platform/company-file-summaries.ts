import type { Database } from 'bun:sqlite'
import { type EventType, reaction, type Reaction } from '../kernel/event-log'
import type { CompanyId } from '../kernel/ids'
import type { CompanyFileSummary } from './company.contract'

export interface CompanyFileSummaries {
  /** As they were last read or changed here: what a table of a thousand companies shows without opening a file. */
  get(id: CompanyId): CompanyFileSummary
  /** As the file says, which may have been restored or moved here since. */
  getNow(id: CompanyId): CompanyFileSummary
}

/**
 * What stands in the companies' own files and the host's screens show. The catalog keeps a copy of it; the events that
 * change it make the copy forgotten.
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
      return kept ? (JSON.parse(kept.parts) as CompanyFileSummary) : getNow(id)
    },
    /** Before the commit: what is then rolled back is merely read again. */
    reactions: changedBy.map((type): Reaction => reaction(type, ({ company }) => void forget.run(company.id))),
  }
}
