import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FoundRows {
  /** The database as it is with its log. */
  file: Buffer
  keys: Map<string, number>
}

/** Reads the file of a node that writes nothing meanwhile, from copies. The node is another process, whose locks stay. */
export function readCompanyFile(path: string): FoundRows {
  const folder = mkdtempSync(join(tmpdir(), 'recado-compare-'))
  const copy = join(folder, 'copy.sqlite')
  try {
    for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`)
    const db = new Database(copy)
    db.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const rows = db
      .query<{ key: string; n: number }, []>('SELECT name_key AS key, count(*) AS n FROM tag GROUP BY 1')
      .all()
    db.close()
    return { file: readFileSync(copy), keys: new Map(rows.map(({ key, n }) => [key, n])) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
