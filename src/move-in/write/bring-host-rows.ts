import { flagOf, numberOf, textOf, timesOf } from '../../kernel/move-in/source-values'
import { bringAnnouncement } from '../../platform/announcement/bring-announcements'
import { bringHelp } from '../../platform/help/bring-helps'
import type { Platform } from '../../platform/platform'
import type { TableReport } from './report'
import type { HostRows } from './source-survey'

/** What all companies see. `dryRun` only counts. */
export function bringHostRows(platform: Platform, { helps, announcements }: HostRows, dryRun: boolean): TableReport[] {
  if (dryRun) return [countOf('Helps', helps.length, []), countOf('Announcements', announcements.length, [])]
  const broughtHelps = helps.map((row) =>
    bringHelp(platform, {
      title: textOf(row['title'], 150),
      description: textOf(row['description'], 2000),
      video: textOf(row['video']),
    }),
  )
  const brought = announcements.map((row) =>
    bringAnnouncement(platform, {
      title: textOf(row['title'], 150),
      text: textOf(row['text'], 10_000),
      priority: numberOf(row['priority'], { min: 1, max: 3, missing: 3 }),
      status: flagOf(row['status'], true),
      at: timesOf(row).createdAt,
    }),
  )
  return [countOf('Helps', helps.length, broughtHelps), countOf('Announcements', announcements.length, brought)]
}

function countOf(table: string, read: number, outcomes: readonly (boolean | undefined)[]): TableReport {
  const skipped = outcomes.filter((one) => one === undefined).length
  const known = outcomes.filter((one) => one === false).length
  const written = outcomes.filter(Boolean).length
  const reasons = skipped > 0 ? [{ reason: 'incomplete' as const, of: '', rows: skipped }] : []
  return { table, read, written, known, changed: 0, merged: 0, skipped, reasons }
}
