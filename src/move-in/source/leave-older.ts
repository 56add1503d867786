import { asMoment } from './moments'
import { quoteName, type ScratchFile } from './scratch-file'

/** Removes messages before a moment unless newer ones quote them, then unchanged tickets without messages. Corrects the counts. */
export function leaveOlder({ file, columnsOf }: ScratchFile, since: Date, counts: Record<string, number>) {
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
