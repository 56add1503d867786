import { join } from 'node:path'
import { listMigratedTables } from './migrated-tables'

/** Returns an error per table of the catalog that `catalog-tables.ts` does not call business, names or hints, and per one that is gone. */
export async function checkCatalog(root: string): Promise<string[]> {
  const tables = await listMigratedTables(root, 'platform')
  const { catalogTables }: { catalogTables: Record<string, string> } = await import(
    join(root, 'src/platform/catalog-tables.ts')
  )
  const words = ['business', 'names', 'hints']
  return [
    ...tables
      .filter((table) => !words.includes(catalogTables[table] ?? ''))
      .map((table) => `The table ${table} of the catalog is neither business nor names nor hints in catalog-tables.ts`),
    ...Object.keys(catalogTables)
      .filter((table) => !tables.includes(table))
      .map((table) => `catalog-tables.ts names the table ${table}, which the catalog lacks`),
  ]
}
