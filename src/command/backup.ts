import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { makeBackup } from '../host/backup/make-backup'
import type { Backup } from '../host/backup/repository'
import { localTime } from '../host/backup/repository'
import { backupTarget } from '../kernel/config/backup-config'
import { passphraseLengthMin } from '../kernel/config/passphrase'
import { CommandRefused, defineCommand } from './command'

const Id = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))

export const backup = defineCommand({
  words: 'backup',
  summary: 'Copies the catalog, every company and its files to a folder or bucket',
  usage: 'recado backup [--to FOLDER] [--company ID] [--passphrase-file FILE]',
  example: 'recado backup --to /mnt/backup',
  options: v.strictObject({
    to: v.optional(v.string()),
    company: v.optional(v.union([Id, v.number()])),
    passphraseFile: v.optional(v.string()),
    passphrase: v.optional(
      v.pipe(v.string(), v.minLength(passphraseLengthMin, 'a passphrase has 8 characters or more')),
    ),
  }),
  prepare: ({ passphraseFile, ...options }) => ({
    ...options,
    ...(options.to && { to: backupTarget(options.to) }),
    ...passphraseOf(passphraseFile),
  }),
  runs: 'host',
  run(platform, { to, company, passphrase }, call) {
    const { backup: configured } = platform.config
    const target = to ?? configured?.target
    const used = passphrase ?? configured?.passphrase
    if (!target) throw new CommandRefused('Where to? Name a folder with --to, or set BACKUP_TO.')
    if (!used) {
      throw new CommandRefused(
        'The backup seals host.key: set BACKUP_PASSPHRASE or name a --passphrase-file, and keep it elsewhere.',
      )
    }
    return makeBackup(platform, { target, passphrase: used, company }, call)
  },
  print: backupText,
  exitCode: ({ failed }) => (failed.length > 0 ? 1 : 0),
})

/** From the file, else from the environment of the terminal. */
export function passphraseOf(file: string | undefined): { passphrase?: string } {
  if (file === undefined) {
    const given = process.env['BACKUP_PASSPHRASE']
    return given ? { passphrase: given } : {}
  }
  try {
    return { passphrase: readFileSync(file, 'utf8').replace(/\r?\n$/, '') }
  } catch {
    throw new CommandRefused(`${file} cannot be read.`)
  }
}

function backupText({ atMs, bases, companies, failed }: Backup) {
  const bytes = bases.reduce((sum, { size }) => sum + size, 0)
  const media = companies.reduce((sum, { media: { added } }) => sum + added, 0)
  const lost = failed.map(({ company, reason }) => `\nCompany ${company} could not be copied: ${reason}`)
  return `Backup of ${localTime(atMs)}: ${companies.length} companies, ${Math.ceil(bytes / 1024 / 1024)} MB of copies, ${media} new files.${lost.join('')}`
}
