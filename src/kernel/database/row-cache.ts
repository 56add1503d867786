import { type ChangedRow, createChangedRows, type WatchedTable } from './changed-rows'
import type { CompanyContext } from '../company/company-context'
import { type CompanyHandle, perCompany } from '../company/company-files'
import { keepNewest } from '../keep-newest.contract'

interface RowCacheOptions {
  name: string
  max: number
  sources: readonly WatchedTable[]
  rowsOf?(change: ChangedRow): Iterable<number>
}

/** Caches per company and id what was made from rows, until one of them changes. */
export function rowCache<Row>(optionsOf: (company: CompanyHandle) => RowCacheOptions) {
  const create = (company: CompanyHandle) => {
    const { name, max, sources, rowsOf = ({ id }) => [id] } = optionsOf(company)
    return { max, rowsOf, changes: createChangedRows(company.sqlite, name, sources), rows: new Map<number, Row>() }
  }
  const caches = perCompany(create)

  function open({ company }: CompanyContext) {
    const isStarted = company.kept.has(create)
    if (company.pending || (!isStarted && company.sqlite.inTransaction)) return undefined
    const { max, rowsOf, changes, rows } = caches(company)
    const changed = changes.take()
    if (changed === 'everything') rows.clear()
    else for (const change of changed) for (const id of rowsOf(change)) rows.delete(id)
    return { rows, max: max * company.cacheShare }
  }

  return {
    start({ company }: CompanyContext) {
      if (!company.sqlite.inTransaction) caches(company)
    },
    read<Id extends number>(
      ctx: CompanyContext,
      ids: readonly Id[],
      read: (ids: Id[]) => Iterable<readonly [Id, Row]>,
    ) {
      const cache = open(ctx)
      const found = new Map<Id, Row>()
      const others: Id[] = []
      for (const id of ids) {
        const row = cache?.rows.get(id)
        if (row === undefined) others.push(id)
        else found.set(id, row)
      }
      for (const [id, row] of read(others)) {
        found.set(id, row)
        cache?.rows.set(id, row)
      }
      if (cache) keepNewest(cache.rows, cache.max)
      return found
    },
  }
}
