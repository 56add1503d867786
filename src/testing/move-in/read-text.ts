import type { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSource } from '../../move-in/source/read-source'
import { openScratchFile } from '../../move-in/source/scratch-file'
import type { ReadOptions, SourceRow, SourceSummary } from '../../move-in/source/source'

export interface ReadText {
  summary: SourceSummary
  rows(sql: string): SourceRow[]
}

/** Reads a dump of these bytes, or the one at a path, and passes on what is in the scratch file. */
export async function withSource<Result>(
  source: Uint8Array | string,
  use: (read: ReadText) => Result,
  options: ReadOptions = {},
): Promise<Result> {
  const path = join(tmpdir(), `recado-source-${Bun.randomUUIDv7()}`)
  let scratch: Database | undefined
  try {
    if (typeof source !== 'string') await Bun.write(path, source)
    const summary = await readSource(typeof source === 'string' ? source : path, `${path}.sqlite`, options)
    const file = openScratchFile(`${path}.sqlite`)
    scratch = file
    return await use({ summary, rows: (sql) => file.query<SourceRow, []>(sql).all() })
  } finally {
    scratch?.close()
    rmSync(path, { force: true })
    rmSync(`${path}.sqlite`, { force: true })
  }
}
