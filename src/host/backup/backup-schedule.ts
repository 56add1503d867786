import { minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../../platform/platform'
import { backupState, isBackupRunning } from './backup-state'
import { makeBackup } from './make-backup'

const lookMs = minuteMs / 2
/** After a failed attempt, and before a file whose history begins anew is copied. */
const pauseMs = 5 * minuteMs

/** Makes the backups that BACKUP_TO and BACKUP_EVERY ask for. */
export function startBackups(platform: Platform, { everyMs = lookMs } = {}) {
  const { backup } = platform.config
  const ending = new AbortController()
  let lastAttemptAtMs = Number.NEGATIVE_INFINITY
  let attempt: Promise<void> | undefined

  function look() {
    const nowMs = platform.clock.now().getTime()
    if (isBackupRunning(platform) || nowMs - lastAttemptAtMs < pauseMs || !isDue(platform, nowMs)) return
    lastAttemptAtMs = nowMs
    attempt = back()
  }

  async function back() {
    if (!backup) return
    try {
      const { failed } = await makeBackup(platform, backup, { progress() {}, signal: ending.signal })
      platform.log.info('A backup was made', { failed: failed.length })
    } catch (error) {
      if (!ending.signal.aborted) platform.log.error('A backup failed; it is tried again', { error })
    }
  }

  if (backup) look()
  const timer = backup && setInterval(look, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      ending.abort()
      await attempt
    },
  }
}

function isDue(platform: Platform, nowMs: number) {
  const state = backupState(platform)
  if (!state) return false
  const lacksCopy = (platform.archive?.withoutBase().length ?? 0) > 0
  return lacksCopy || state.last === undefined || nowMs - state.last.atMs >= state.everyMs
}
