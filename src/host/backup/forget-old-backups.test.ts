import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, hourMs } from '../../kernel/time/durations.contract'
import { folderSink } from './folder-sink'
import { forgetOldBackups } from './forget-old-backups'
import { backupPath, basePath, listBackups, listBases, listSegments } from './repository'
import { segmentFileName } from './spool'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = Date.UTC(2026, 10, 30, 12)
const chain = '0mx2xtmd2sy8hhy'

test('a week of writes stays with the copy from which it leads on, and older copies by week and month', async () => {
  const sink = folderSink(folder)
  for (let day = 0; day <= 500; day++) {
    const atMs = now - day * dayMs
    await sink.write(basePath('7', atMs), 'copy')
    await sink.write(`${basePath('7', atMs)}.json`, '{}')
    await sink.write(backupPath(atMs), '{}')
    if (day > 20) continue
    for (const half of [0, 12]) {
      const segment = { chain, number: (20 - day) * 2 + half / 12, beganAtMs: atMs + half * hourMs }
      await sink.write(`log/7/${segmentFileName(segment)}`, 'writes')
    }
  }
  await forgetOldBackups(sink, ['7'], now)
  const ages = (times: readonly number[]) => times.map((atMs) => Math.round((now - atMs) / dayMs))
  const days = ages((await listBases(sink, '7')).map(({ atMs }) => atMs)).toReversed()
  expect(days.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const older = days.slice(8)
  // 2026-11-30 is a Monday: Sundays end the weeks, and last days the months.
  expect(older.slice(0, 2)).toEqual([8, 15])
  expect(older.slice(2).map((day) => new Date(now - day * dayMs).toISOString().slice(0, 10))).toEqual([
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ])
  const segments = (await listSegments(sink, '7')).map(({ beganAtMs }) => beganAtMs)
  expect(Math.min(...segments)).toBe(now - 7 * dayMs)
  expect(segments).toHaveLength(16)
  expect(ages(await listBackups(sink)).toReversed()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
