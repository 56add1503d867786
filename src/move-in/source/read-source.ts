import { isLive, readLive } from './live-database'
import { openDump } from './open-dump'
import { DumpReader } from './read-dump'
import { mapChatwoot } from './chatwoot/map-chatwoot'
import { createScratchFile, type ScratchFile, quoteName } from './scratch-file'
import { type ReadOptions, type SourceKind, type SourceSummary, UnreadableSource } from './source'
import { chatwootSystem, familySystem } from './source-systems'
import { SourceTables } from './source-tables'
import { SourceWindow } from './source-window'
import { summarise } from './summarise'
import { asMoment } from './moments'

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

/** Removes messages before a moment unless newer ones quote them, then unchanged tickets without messages. Corrects the counts. */
function leaveOlder({ file, columnsOf }: ScratchFile, since: Date, counts: Record<string, number>) {
  const moment = asMoment(since.toISOString())
  const messages = columnsOf('Messages')
  const before = '"createdAt" < ?1'
  const quoted = messages.includes('quotedMsgId')
    ? ` AND id NOT IN (SELECT "quotedMsgId" FROM "Messages" WHERE "createdAt" >= ?1 AND "quotedMsgId" IS NOT NULL)`
    : ''
  // All of it: nobody waits for the scratch file.
  if (messages.includes('createdAt')) file.run(`DELETE FROM "Messages" WHERE ${before}${quoted}`, [moment])
  const changed = columnsOf('Tickets').includes('updatedAt') ? 'coalesce("updatedAt", "createdAt")' : '"createdAt"'
  file.run(
    `DELETE FROM "Tickets" WHERE ${changed} < ?1 AND id NOT IN (SELECT "ticketId" FROM "Messages" WHERE "ticketId" IS NOT NULL)`,
    [moment],
  )
  for (const table of Object.keys(counts)) {
    if (table !== 'Messages' && columnsOf(table).includes('ticketId')) {
      const gone = '"ticketId" IS NOT NULL AND "ticketId" NOT IN (SELECT id FROM "Tickets")'
      // What is still to be sent needs its contact only.
      if (table === 'Schedules') file.run(`UPDATE "Schedules" SET "ticketId" = NULL WHERE ${gone}`)
      else file.run(`DELETE FROM ${quoteName(table)} WHERE ${gone}`)
    }
    counts[table] = file.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${quoteName(table)}`).get()?.n ?? 0
  }
}
