import { resolve } from 'node:path'
import * as v from 'valibot'
import { importCompany } from '../host/transfer/import-company'
import { CommandRefused, defineCommand } from './command'
import { readPassphrase } from './passphrase'
import { CompanyNumber } from './restore'

export const importCommand = defineCommand({
  words: 'import',
  summary: 'Takes a company in that recado export has written on another host',
  usage: 'recado import FILE [--as-id NUMBER] [--dry-run] [--passphrase-file FILE]',
  example: 'recado import acme.recado',
  options: v.strictObject({
    file: v.string(),
    asId: v.optional(CompanyNumber),
    dryRun: v.optional(v.boolean(), false),
    passphraseFile: v.optional(v.string()),
    passphrase: v.optional(v.string()),
  }),
  positionals: ['file'],
  runs: 'host',
  async prepare({ passphraseFile, ...options }) {
    const passphrase = await readPassphrase(passphraseFile, { isNew: false })
    return { ...options, file: resolve(options.file), passphrase }
  },
  run(platform, { file, asId, dryRun, passphrase }, { progress, signal }) {
    if (!passphrase) throw new CommandRefused('A passphrase is needed.')
    const id = asId === undefined ? {} : { asId }
    return importCompany(platform, { path: file, passphrase, dryRun, ...id, progress, signal })
  },
  print({ companyId, name, moved, users, files, bytes, plan, isDryRun }) {
    const size = `${users} people, ${files} files, ${Math.ceil(bytes / 1024 / 1024)} MB`
    const ownPlan = plan.isNew ? `its plan ${plan.name}, which is added` : `the plan ${plan.name} of this host`
    if (isDryRun) return `The file is complete: ${name}, ${size}, with ${ownPlan}. Nothing was imported.`
    const kind = moved ? 'It runs here now; its lines connect.' : 'It is a copy: no line comes up and nobody signs in.'
    return `${name} is company ${companyId}: ${size}, with ${ownPlan}. ${kind}`
  },
})
