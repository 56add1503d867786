import * as v from 'valibot'
import { restoreAll, restoredText } from '../host/backup/restore-all'
import { backupTarget } from '../kernel/config/backup-config'
import { readMoment } from '../kernel/time/time-zone'
import { passphraseOf } from './backup'
import { CommandRefused, defineCommand } from './command'

export const restoreAllCommand = defineCommand({
  words: 'restore all',
  summary: 'Fills an empty data folder from a backup, while Recado is stopped',
  usage: 'recado restore all --from FOLDER [--at "YYYY-MM-DD HH:MM"] [--passphrase-file FILE]',
  example: 'DATA_DIR=/data recado restore all --from s3://bucket/recado',
  options: v.strictObject({
    from: v.pipe(v.string(), v.transform(backupTarget)),
    at: v.optional(v.string()),
    passphraseFile: v.optional(v.string()),
  }),
  runs: 'folder',
  run(config, { from, at, passphraseFile }, call) {
    const { passphrase } = passphraseOf(passphraseFile)
    if (!passphrase)
      throw new CommandRefused('Name a --passphrase-file or set BACKUP_PASSPHRASE: host.key is sealed with it.')
    if (!call.lock) throw new Error('The command runs under the lock of the folder')
    return restoreAll(config, call.lock, { target: from, passphrase, atMs: momentOf(at) }, call)
  },
  print: restoredText,
  exitCode: ({ failed }) => (failed.length > 0 ? 1 : 0),
})

/** In the time zone of the machine. @throws CommandRefused */
function momentOf(at: string | undefined) {
  if (at === undefined) return undefined
  const moment = readMoment(at.replace(' ', 'T'), Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (!moment) throw new CommandRefused(`--at: "${at}" is no moment, such as "2026-11-21 14:05".`)
  return moment.getTime()
}
