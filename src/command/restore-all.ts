import * as v from 'valibot'
import { localTime } from '../host/backup/repository'
import { restoreAll, restoredText } from '../host/backup/restore-all'
import { restoreCatalog, type RestoreAllOptions } from '../host/backup/restore-catalog'
import { backupTarget } from '../kernel/config/backup-config'
import { readMoment } from '../kernel/time/time-zone'
import { passphraseOf } from './backup'
import { CommandRefused, defineCommand } from './command'

const FromBackup = v.strictObject({
  from: v.pipe(v.string(), v.transform(backupTarget)),
  at: v.optional(v.string()),
  passphraseFile: v.optional(v.string()),
})

export const restoreAllCommand = defineCommand({
  words: 'restore all',
  summary: 'Fills an empty data folder from a backup, while Recado is stopped',
  usage: 'recado restore all --from FOLDER [--at "YYYY-MM-DD HH:MM"] [--passphrase-file FILE]',
  example: 'DATA_DIR=/data recado restore all --from s3://bucket/recado',
  options: FromBackup,
  runs: 'folder',
  run(config, options, call) {
    if (!call.lock) throw new Error('The command runs under the lock of the folder')
    return restoreAll(config, call.lock, optionsOf(options), call)
  },
  print: restoredText,
  exitCode: ({ failed }) => (failed.length > 0 ? 1 : 0),
})

export const restoreCatalogCommand = defineCommand({
  words: 'restore catalog',
  summary: 'Puts the catalog back, and a missing host.key, while Recado is stopped',
  usage: 'recado restore catalog --from FOLDER [--at "YYYY-MM-DD HH:MM"] [--passphrase-file FILE]',
  example: 'recado restore catalog --from /mnt/backup',
  options: FromBackup,
  runs: 'folder',
  run: ({ dataDir }, options) => restoreCatalog(dataDir, optionsOf(options)),
  print: ({ atMs, kept }) =>
    `The catalog is that of ${localTime(atMs)}.${kept ? ` What it was is ${kept}.` : ''} Start Recado.`,
})

/** @throws CommandRefused */
function optionsOf({ from, at, passphraseFile }: v.InferOutput<typeof FromBackup>): RestoreAllOptions {
  const { passphrase } = passphraseOf(passphraseFile)
  if (!passphrase)
    throw new CommandRefused('Name a --passphrase-file or set BACKUP_PASSPHRASE: host.key is sealed with it.')
  return { target: from, passphrase, atMs: momentOf(at) }
}

/** In the time zone of the machine. @throws CommandRefused */
function momentOf(at: string | undefined) {
  if (at === undefined) return undefined
  const moment = readMoment(at.replace(' ', 'T'), Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (!moment) throw new CommandRefused(`--at: "${at}" is no moment, such as "2026-11-21 14:05".`)
  return moment.getTime()
}
