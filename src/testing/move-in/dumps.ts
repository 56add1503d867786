import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect, SourceRow } from '../../move-in/source/source'

/** Made by `bun src/testing/move-in/make-dumps.ts`. */
export const dumpFolder = join(import.meta.dir, 'dumps')

/** The rows of a dialect's dumps, as the server printed them in UTC. */
export function printedRows(dialect: Dialect): Record<string, SourceRow[]> {
  const packed = readFileSync(join(dumpFolder, `${dialect}.rows.json.gz`))
  return JSON.parse(Buffer.from(Bun.gunzipSync(packed)).toString()) as Record<string, SourceRow[]>
}
