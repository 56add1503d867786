import { leaveOlder } from './leave-older'
import { isLive, readLive } from './live-database'
import { openDump } from './open-dump'
import { DumpReader } from './read-dump'
import { mapChatwoot } from './chatwoot/map-chatwoot'
import { createScratchFile, type ScratchFile } from './scratch-file'
import { type ReadOptions, type SourceKind, type SourceSummary, UnreadableSource } from './source'
import { chatwootSystem, familySystem } from './source-systems'
import { SourceTables } from './source-tables'
import { SourceWindow } from './source-window'
import { summarise } from './summarise'

/** Reads a dump or a `postgres://` database into a new scratch file. Takes minutes: call it in a worker. @throws UnreadableSource */
export async function readSource(
  source: string,
  scratchPath: string,
  options: ReadOptions = {},
): Promise<SourceSummary> {
  const scratch = createScratchFile(scratchPath)
  try {
    const isChatwoot = options.system === 'chatwoot'
    const tables = new SourceTables(scratch, isChatwoot ? chatwootSystem : familySystem)
    const kind = isLive(source) ? 'live' : await readDump(source, tables, options)
    if (kind === 'live') await readLive(source, tables, options)
    const { rows, unknown } = isChatwoot ? chooseChatwoot(scratch, tables) : tables.choose()
    if (Object.values(rows).every((count) => count === 0)) {
      throw new UnreadableSource('noRows')
    }
    if (options.since) leaveOlder(scratch, options.since, rows)
    const summary = summarise(scratch, kind, { counts: rows, unknown })
    scratch.finish(summary)
    return summary
  } catch (error) {
    scratch.abandon()
    throw error
  }
}

function chooseChatwoot(scratch: ScratchFile, tables: SourceTables) {
  const { unknown } = tables.choose()
  const { counts, leftOut } = mapChatwoot(scratch)
  return { rows: counts, unknown: { ...unknown, ...leftOut } }
}

async function readDump(path: string, tables: SourceTables, { signal, progress }: ReadOptions): Promise<SourceKind> {
  const dump = await openDump(path)
  try {
    const report = () => {
      const { current } = tables
      if (current)
        progress?.({ table: current.table, rows: current.rows, bytes: dump.bytesRead(), bytesOf: dump.bytesOf })
    }
    const reader = new DumpReader(new SourceWindow(dump.chunks, signal), tables, report)
    try {
      await reader.read()
    } catch (error) {
      // What pg_restore says about it says more than where its text ends.
      if (error instanceof UnreadableSource && ['cutShort', 'endMissing'].includes(error.code)) await dump.end()
      throw error
    }
    await dump.end()
    return reader.style.mysql ? 'mysql' : dump.kind
  } finally {
    dump.close()
  }
}
