import { resolve } from 'node:path'
import * as v from 'valibot'
import { installRestored, type RestoreResult } from '../host/restore/install-restored'
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
  usage: 'recado restore COMPANY --from-folder FOLDER [--at "YYYY-MM-DD HH:MM"] [--replace [--yes NAME]]',
  example: 'recado restore 7 --from-folder copies/7 --replace',
  options: v.strictObject({
    company: CompanyNumber,
    fromFolder: v.pipe(
      v.string(),
      v.transform((folder) => resolve(folder)),
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
  async run(platform, { company, fromFolder, at, replace, dryRun }, { progress, signal }) {
    const { timeZone } = getCompany(platform, company).company
    const stateOf = at === undefined ? null : (readMoment(at.replace(' ', 'T'), timeZone) ?? refuseMoment(at))
    const mode = replace ? 'replace' : 'beside'
    return installRestored(platform, {
      companyId: company,
      folder: fromFolder,
      mode,
      stateOf,
      dryRun,
      progress,
      signal,
    })
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
