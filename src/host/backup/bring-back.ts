import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommandCall } from '../../command/command'
import type { CompanyId } from '../../kernel/ids'
import { startBackupHelper } from './backup-helper'
import { mediaPathOf } from './backup-work'
import type { Materialized } from './materialize'
import { openSink } from './open-sink'

interface BringBackOptions {
  /** See `openSink`. */
  target: string
  companyId: CompanyId
  /** The latest when undefined. */
  atMs: number | undefined
  /** Gets `company.sqlite`. */
  folder: string
}

/** @throws Error saying what is missing or damaged in the backup */
export async function bringBack(
  { target, companyId, atMs, folder }: BringBackOptions,
  { progress, signal }: CommandCall,
) {
  progress({ what: 'Reading the backup' })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const helper = startBackupHelper(target)
  const stop = () => helper.stop()
  signal.addEventListener('abort', stop)
  try {
    const to = join(folder, 'company.sqlite')
    return await helper.ask<Materialized>({
      kind: 'materialize',
      name: String(companyId),
      atMs: atMs ?? Number.MAX_SAFE_INTEGER,
      to,
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await helper.end()
  }
}

/** Writes files from the backup by their keys. Returns false for those that it lacks. */
export async function mediaOfBackup(target: string, companyId: CompanyId) {
  const sink = await openSink(target)
  return async (key: string, path: string) => {
    const bytes = await sink.read(mediaPathOf(companyId, key))
    if (!bytes) return false
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await Bun.write(path, bytes)
    return true
  }
}
