import { inBatches } from '../company/batches'
import type { CompanyContext } from '../company/company-context'
import { type CompanyHandle, perCompany } from '../company/company-files'
import type { MediaKind } from './media-store'

/** Kinds whose owners name their files by key, in JSON. */
const namedByKey: readonly MediaKind[] = ['flow', 'file-list']

const idsAtOnce = 500
const rowsAtOnce = 20_000

interface MediaColumn {
  table: string
  column: string
  isIndexed: 0 | 1
  lastRow: number
}

/** Every column that names files, of small tables first. */
function mediaColumns({ sqlite }: CompanyHandle): MediaColumn[] {
  const columns = sqlite
    .query<Omit<MediaColumn, 'lastRow'>, []>(
      `SELECT t.name AS "table", c.name AS "column",
         EXISTS (SELECT 1 FROM pragma_index_list(t.name) l JOIN pragma_index_info(l.name) i
           WHERE l.partial = 0 AND i.seqno = 0 AND i.name = c.name) AS isIndexed
       FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name LIKE '%media\\_id' ESCAPE '\\'`,
    )
    .all()
  const lastRow = (table: string) =>
    sqlite.query<{ id: number }, []>(`SELECT coalesce(max(rowid), 0) AS id FROM "${table}"`).get()?.id ?? 0
  return columns.map((each) => ({ ...each, lastRow: lastRow(each.table) })).toSorted((a, b) => a.lastRow - b.lastRow)
}

const statements = perCompany((company) => {
  const isOwned = mediaColumns(company).map(
    ({ table, column, isIndexed }) =>
      `EXISTS (SELECT 1 FROM "${table}" x WHERE ${isIndexed ? '' : 'x.rowid = m.owner_id AND '}x.${column} = m.id)`,
  )
  return {
    unowned: company.sqlite.prepare<{ id: number }, [number, number, number, string]>(
      `SELECT m.id FROM media m WHERE m.id > ? AND m.id <= ? AND m.created_at < ?
         AND m.kind NOT IN (SELECT value FROM json_each(?)) AND NOT (${isOwned.join('\n OR ')})`,
    ),
    last: company.sqlite.prepare<{ id: number | null }, []>('SELECT max(id) AS id FROM media'),
  }
})

const unownedIn = (ctx: CompanyContext, after: number, last: number, before: Date) =>
  statements(ctx.company).unowned.all(after, last, before.getTime(), JSON.stringify(namedByKey))

/** Returns files stored before a time that no record names. Reads what it must in turns of the event loop. */
export async function listUnused(ctx: CompanyContext, before: Date, most: number): Promise<number[]> {
  const lastId = statements(ctx.company).last.get()?.id ?? 0
  const unowned = new Set<number>()
  await inBatches<number>(ctx, {
    next: (after = 0) => (after < lastId && unowned.size < most ? [after + idsAtOnce] : []),
    work(end) {
      for (const { id } of unownedIn(ctx, end - idsAtOnce, end, before)) unowned.add(id)
    },
  })
  await dropNamed(ctx, unowned)
  return [...unowned].slice(0, most)
}

/** Whether the file's owner still does not name it. */
export function isUnowned(ctx: CompanyContext, id: number, before: Date): boolean {
  return unownedIn(ctx, id - 1, id, before).length > 0
}

/** Drops the files that another record than their owner names. */
async function dropNamed(ctx: CompanyContext, ids: Set<number>) {
  for (const { table, column, lastRow } of mediaColumns(ctx.company)) {
    const named = ctx.company.sqlite.query<{ id: number }, [number, number, string]>(
      `SELECT ${column} AS id FROM "${table}"
       WHERE rowid > ? AND rowid <= ? AND ${column} IN (SELECT value FROM json_each(?))`,
    )
    await inBatches<number>(ctx, {
      next: (after = 0) => (after < lastRow && ids.size > 0 ? [after + rowsAtOnce] : []),
      work(end) {
        for (const { id } of named.all(end - rowsAtOnce, end, JSON.stringify([...ids]))) ids.delete(id)
      },
    })
  }
}
