import { backupState, lastKnownBackup, missesMax } from '../backup/backup-state'
import { bad, type Check, good, minuteOf } from './examined-host'

export const backupCheck: Check = {
  name: 'backup',
  look({ running, config, now }) {
    const state = running ? backupState(running) : lastKnownBackup(config, now)
    if (!state) return [bad('backupNone')]
    const { target, last, error, misses } = state
    const facts = { target, at: last ? minuteOf(new Date(last.atMs)) : '–', error: error ?? '' }
    if (error !== undefined) return [bad('backupFailed', facts)]
    if (misses >= missesMax) return [bad('backupOld', facts)]
    if (last && last.failed > 0) return [bad('backupLacks', { ...facts, count: last.failed })]
    return [last ? good('backupGood', facts) : good('backupComes', facts)]
  },
}
