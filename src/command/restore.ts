import { resolve } from 'node:path'
import * as v from 'valibot'
import { installRestored, type RestoreResult } from '../host/restore/install-restored'
import { targetOf } from '../host/backup/node-targets'
import { restoreFromBackup } from '../host/restore/restore-from-backup'
import { backupTarget } from '../kernel/config/backup-config'
import { readMoment } from '../kernel/time/time-zone'
import { getCompany } from '../platform/company/company.queries'
import { CommandRefused, defineCommand } from './command'

export const CompanyNumber = v.pipe(
  v.string(),
  v.toNumber(),
  v.integer('this is not a number'),
  v.minValue(1, 'this is no company'),
)

export const restore = defineCommand({
  words: 'restore',
  summary: 'Opens an earlier state of a company beside it, muted, or puts it in its place',
  usage:
    'recado restore COMPANY [--from FOLDER|s3://…] [--at "YYYY-MM-DD HH:MM"] [--replace [--yes NAME]] [--dry-run], or with --from-folder FOLDER',
  example: 'recado restore 7 --from /mnt/backup --at "2026-11-21 14:05"',
  options: v.strictObject({
    company: CompanyNumber,
    from: v.optional(v.pipe(v.string(), v.transform(backupTarget))),
    fromFolder: v.optional(
      v.pipe(
        v.string(),
        v.transform((folder) => resolve(folder)),
      ),
    ),
    at: v.optional(v.string()),
    replace: v.optional(v.boolean(), false),
    dryRun: v.optional(v.boolean(), false),
    yes: v.optional(v.string()),
  }),
  positionals: ['company'],
  runs: 'host',
  confirm(platform, { company, replace }) {
    if (!replace) return undefined
    const { name } = getCompany(platform, company).company
    return { name, sentence: `${name} goes back to an earlier state; what it is now is kept for 7 days.` }
  },
  async run(platform, { company: companyId, from, fromFolder, at: given, replace, dryRun }, call) {
    const { timeZone } = getCompany(platform, companyId).company
    const at = given === undefined ? undefined : (readMoment(given.replace(' ', 'T'), timeZone) ?? refuseMoment(given))
    const mode = replace ? ('replace' as const) : ('beside' as const)
    if (fromFolder !== undefined)
      return installRestored(platform, { companyId, folder: fromFolder, mode, stateOf: at ?? null, dryRun, ...call })
    const { backup } = platform.config
    const target = from ?? (backup && (await targetOf(backup, companyId, at?.getTime())))
    if (!target) throw new CommandRefused('From where? Name the backup with --from, or a copy with --from-folder.')
    return restoreFromBackup(platform, { companyId, target, at, mode, dryRun }, call)
  },
  print: describe,
})

function refuseMoment(at: string): never {
  throw new CommandRefused(`--at: "${at}" is no moment, such as "2026-11-21 14:05".`)
}

function describe({ companyId, name, kept, held, missingFiles, isDryRun }: RestoreResult) {
  const lines = isDryRun ? [`The copy can be used for ${name} (company ${companyId}). Nothing was changed.`] : []
  if (!isDryRun && kept !== undefined)
    lines.push(`${name} (company ${companyId}) was restored. What it was before is in ${kept} for 7 days.`)
  else if (!isDryRun) lines.push(`${name} is company ${companyId}. It is muted.`)
  for (const { kind, count } of held) lines.push(`Held for an admin to release: ${count} × ${kind}`)
  if (missingFiles > 0) lines.push(`${missingFiles} files are neither in the company nor in the copy.`)
  return lines.join('\n')
}
