import type { Database } from 'bun:sqlite'

interface ListedColumn {
  table: string
  column: string
  isIndexed: 0 | 1
}

/** `\` escapes in the pattern. */
export function listColumnsLike(sqlite: Database, pattern: string) {
  return sqlite
    .query<ListedColumn, [string]>(
      `SELECT t.name AS "table", c.name AS "column",
         EXISTS (SELECT 1 FROM pragma_index_list(t.name) l JOIN pragma_index_info(l.name) i
           WHERE l.partial = 0 AND i.seqno = 0 AND i.name = c.name) AS isIndexed
       FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name LIKE ? ESCAPE '\\'`,
    )
    .all(pattern)
}
