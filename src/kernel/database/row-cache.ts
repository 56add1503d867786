import { type ChangedRow, createChangedRows, type WatchedTable } from './changed-rows'
import type { CompanyContext } from '../company/company-context'
import { type CompanyHandle, perCompany } from '../company/company-files'

interface RowCacheOptions {
  /** Unique among the caches of a company. */
  name: string
  /** Maximum number of rows of a company, less while many companies are open. */
  max: number
  /** The tables that rows are made from. */
  sources: readonly WatchedTable[]
  /** The rows that a change concerns; by default the one with its id. */
  rowsOf?(change: ChangedRow): Iterable<number>
}

/** Caches per company what was made from database rows, by id, until one of them changes. */
export function rowCache<Row>(optionsOf: (company: CompanyHandle) => RowCacheOptions) {
  const create = (company: CompanyHandle) => {
    const { name, max, sources, rowsOf = ({ id }) => [id] } = optionsOf(company)
    return { max, rowsOf, changes: createChangedRows(company.sqlite, name, sources), rows: new Map<number, Row>() }
  }
  const caches = perCompany(create)

  return {
    /** Starts caching. Call it before a transaction; inside one it does nothing. */
    start({ company }: CompanyContext) {
      if (!company.sqlite.inTransaction) caches(company)
    },
    /** Returns the unchanged rows. Returns undefined in a transaction, whose changes may be undone. */
    open({ company }: CompanyContext) {
      const isStarted = company.kept.has(create)
      if (company.pending || (!isStarted && company.sqlite.inTransaction)) return undefined
      const { max, rowsOf, changes, rows } = caches(company)
      const changed = changes.take()
      if (changed === 'everything') rows.clear()
      else for (const change of changed) for (const id of rowsOf(change)) rows.delete(id)
      return {
        get: (id: number) => rows.get(id),
        keep(id: number, row: Row) {
          // The first is the oldest.
          for (const oldest of rows.keys()) {
            if (rows.size < max * company.cacheShare) break
            rows.delete(oldest)
          }
          rows.set(id, row)
        },
      }
    },
  }
}
