import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupConfig } from '../../kernel/config/backup-config'
import type { Config } from '../../kernel/config/config'
import type { Platform } from '../../platform/platform'

/** Of the backups that the process makes by itself. */
export interface BackupState {
  target: string
  everyMs: number
  isRunning: boolean
  last?: LastBackup
  /** Why the last attempt failed; undefined after a good one. */
  error?: string
  /** Intervals that passed without a backup. From two on, somebody has to look. */
  misses: number
  /** Writes that are not in the backup yet, in bytes. */
  waitingBytes: number
}

export interface LastBackup {
  atMs: number
  tookMs: number
  companies: number
  /** Companies that could not be copied. */
  failed: number
  /** Of the newest copies, compressed. */
  bytes: number
}

interface Kept {
  target: string
  /** When backups to there were first due. */
  sinceMs: number
  last?: LastBackup
  error?: string
}

const running = new WeakSet<Platform>()
const kept = new WeakMap<Platform, Kept>()

export const missesMax = 2

/** Undefined without BACKUP_TO. */
export function backupState(platform: Platform): BackupState | undefined {
  const { backup } = platform.config
  if (!backup) return undefined
  const isRunning = running.has(platform)
  const { error, waitingBytes = 0 } = platform.archive?.state() ?? {}
  const state = stateOf(backup, keptOf(platform), platform.clock.now())
  const misses = Math.max(0, state.misses - (isRunning ? 1 : 0))
  return { ...state, isRunning, misses, error: state.error ?? error, waitingBytes }
}

/** Of a process that does not run. */
export function lastKnownBackup({ backup, dataDir }: Config, now: Date): BackupState | undefined {
  const sinceMs = now.getTime()
  return backup && stateOf(backup, readKept(dataDir, backup.target) ?? { target: backup.target, sinceMs }, now)
}

function stateOf({ target, everyMs }: BackupConfig, { last, error, sinceMs }: Kept, now: Date): BackupState {
  const misses = Math.floor((now.getTime() - (last?.atMs ?? sinceMs)) / everyMs)
  return { target, everyMs, isRunning: false, last, error, misses, waitingBytes: 0 }
}

export const isBackupRunning = (platform: Platform) => running.has(platform)

export function noteBackupBegun(platform: Platform) {
  running.add(platform)
}

export function noteBackupEnded(platform: Platform, ended: { last: LastBackup } | { error: string } | undefined) {
  running.delete(platform)
  if (!ended || !platform.config.backup) return
  const { error: _, ...before } = keptOf(platform)
  const next = { ...before, ...ended }
  kept.set(platform, next)
  const path = pathOf(platform.config.dataDir)
  writeFileSync(`${path}.new`, JSON.stringify(next), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

const pathOf = (dataDir: string) => join(dataDir, 'backup.json')

function keptOf(platform: Platform): Kept {
  const target = platform.config.backup?.target ?? ''
  let found = kept.get(platform)
  if (!found) {
    found = readKept(platform.config.dataDir, target) ?? { target, sinceMs: platform.clock.now().getTime() }
    kept.set(platform, found)
  }
  return found
}

function readKept(dataDir: string, target: string): Kept | undefined {
  const path = pathOf(dataDir)
  try {
    const found = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : undefined
    return found?.target === target ? found : undefined
  } catch {
    return undefined
  }
}
