import { basename } from 'node:path'
import type { MoveInReason } from '../../kernel/move-in/move-in-reasons.contract'
import type { SourceRow } from '../../kernel/move-in/move-in-step'
import { flagOf, numberOf, textOf, timesOf } from '../../kernel/move-in/source-values'
import { bringAnnouncement } from '../../platform/announcement/bring-announcements'
import { bringHelp } from '../../platform/help/bring-helps'
import type { Platform } from '../../platform/platform'
import { createMediaSource, pathsBetween } from './media-source'
import type { TableReport } from './report'
import type { HostRows } from './source-survey'

interface HostOrder {
  media?: string | undefined
  /** Only counts. */
  dryRun: boolean
}

/** What all companies see. */
export async function bringHostRows(
  platform: Platform,
  { helps, announcements }: HostRows,
  { media, dryRun }: HostOrder,
): Promise<TableReport[]> {
  const pictures = announcements.map((row) => pictureOf(media, row))
  const lost = announcements.filter((row, index) => row['mediaPath'] && !pictures[index]).length
  if (dryRun) return [countOf('Helps', helps.length, []), countOf('Announcements', announcements.length, [], lost)]
  const broughtHelps = helps.map((row) =>
    bringHelp(platform, {
      title: textOf(row['title'], 150),
      description: textOf(row['description'], 2000),
      video: textOf(row['video']),
    }),
  )
  const brought: (boolean | undefined)[] = []
  let without = 0
  for (const [index, row] of announcements.entries()) {
    const found = pictures[index]
    const picture =
      found === undefined ? undefined : new File([Bun.file(found)], textOf(row['mediaName'], 200) || basename(found))
    const given = {
      title: textOf(row['title'], 150),
      text: textOf(row['text'], 10_000),
      priority: numberOf(row['priority'], { min: 1, max: 3, missing: 3 }),
      status: flagOf(row['status'], true),
      at: timesOf(row).createdAt,
      picture,
    }
    const one = await bringAnnouncement(platform, given)
    brought.push(one?.isNew)
    if (one && row['mediaPath'] && !one.hasPicture) without++
  }
  return [
    countOf('Helps', helps.length, broughtHelps),
    countOf('Announcements', announcements.length, brought, without),
  ]
}

function pictureOf(media: string | undefined, row: SourceRow) {
  const path = row['mediaPath']
  if (!path) return undefined
  return createMediaSource(media, row['companyId'] ?? '').find([path, `announcements/${path}`].join(pathsBetween))
}

function countOf(
  table: string,
  read: number,
  outcomes: readonly (boolean | undefined)[],
  withoutPicture = 0,
): TableReport {
  const skipped = outcomes.filter((one) => one === undefined).length
  const known = outcomes.filter((one) => one === false).length
  const written = outcomes.filter(Boolean).length
  const reasons = [reasonOf('incomplete', skipped), reasonOf('pictureMissing', withoutPicture)].flat()
  return { table, read, written, known, changed: 0, merged: 0, skipped, reasons }
}

const reasonOf = (reason: MoveInReason, rows: number) => (rows > 0 ? [{ reason, of: '', rows }] : [])
