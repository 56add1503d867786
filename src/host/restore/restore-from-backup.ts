import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandCall } from '../../command/command'
import type { Platform } from '../../platform/platform'
import { bringBack, mediaOfBackup } from '../backup/bring-back'
import { installRestored, type RestoreOptions, type RestoreResult } from './install-restored'

interface BackupMoment extends Pick<RestoreOptions, 'companyId' | 'mode' | 'dryRun'> {
  /** Folder or bucket. */
  target: string
  /** The latest when undefined. */
  at: Date | undefined
}

/** @throws as `installRestored` and `bringBack` */
export async function restoreFromBackup(
  platform: Platform,
  { target, at, ...options }: BackupMoment,
  call: CommandCall,
): Promise<RestoreResult> {
  const { companyId } = options
  const temporary = join(platform.config.dataDir, 'tmp')
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(temporary, 'restore-'))
  try {
    // What was written just now is still on its way to the backup.
    await platform.files.peek(companyId)?.checkpoints.tap?.collect()
    await platform.archive?.flush()
    const { atMs } = await bringBack({ target, companyId, atMs: at?.getTime(), folder }, call)
    const media = await mediaOfBackup(target, companyId)
    return await installRestored(platform, { ...options, folder, media, stateOf: new Date(atMs), ...call })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
