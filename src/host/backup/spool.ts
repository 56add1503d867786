import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { WalPosition } from '../../kernel/database/wal/wal-tap'
import { readRecords } from './segment'

/** A segment in the data folder, until the next one of its file has been begun and this one is in the backup. */
export interface SpooledSegment {
  path: string
  chain: string
  number: number
  beganAtMs: number
}

const segmentName = /^([0-9a-z]{15})-(\d{8})-(\d+)\.segment$/

export const spoolFolder = (dataDir: string) => join(dataDir, 'archive')

export const segmentFileName = ({ chain, number, beganAtMs }: Omit<SpooledSegment, 'path'>) =>
  `${chain}-${String(number).padStart(8, '0')}-${beganAtMs}.segment`

export function parseSegmentName(name: string): Omit<SpooledSegment, 'path'> | undefined {
  const [, chain, number, beganAtMs] = segmentName.exec(name) ?? []
  return chain ? { chain, number: Number(number), beganAtMs: Number(beganAtMs) } : undefined
}

/** In their order. */
export function listSpooled(folder: string): SpooledSegment[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const parsed = parseSegmentName(name)
      return parsed ? [{ ...parsed, path: join(folder, name) }] : []
    })
}

/** Cuts a record that a killed process left half written. Returns the position after the last whole one. */
export function lastSpooledPosition(dataDir: string, name: string): WalPosition | undefined {
  for (const { path } of listSpooled(join(spoolFolder(dataDir), name)).reverse()) {
    let [end, position] = [0, undefined as WalPosition | undefined]
    for (const record of readRecords(readFileSync(path))) {
      end = record.end
      position = record.facts.position
    }
    if (statSync(path).size > end) truncateSync(path, end)
    if (position) return position
    rmSync(path)
  }
  return undefined
}

export function spoolFolderOf(dataDir: string, name: string) {
  const folder = join(spoolFolder(dataDir), name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
