import { resolve } from 'node:path'
import * as v from 'valibot'
import { importCompany, type ImportResult } from '../host/transfer/import-company'
import { CommandRefused, defineCommand } from './command'
import { readPassphrase } from './passphrase'
import { CompanyNumber } from './restore'
import { confirmUndo, printUndone, type Undone, undoAtTerminal } from './undo-import'

export const importCommand = defineCommand({
  words: 'import',
  summary: 'Takes a company in that recado export has written on another host; --undo takes an imported one away',
  usage:
    'recado import FILE [--as-id NUMBER] [--dry-run] [--passphrase-file FILE], or recado import --undo COMPANY [--yes NAME]',
  example: 'recado import acme.recado',
  options: v.strictObject({
    file: v.optional(v.string()),
    undo: v.optional(CompanyNumber),
    yes: v.optional(v.string()),
    asId: v.optional(CompanyNumber),
    dryRun: v.optional(v.boolean(), false),
    passphraseFile: v.optional(v.string()),
    passphrase: v.optional(v.string()),
  }),
  positionals: ['file'],
  runs: 'host',
  async prepare({ passphraseFile, ...options }) {
    if (options.undo !== undefined) return options
    if (options.file === undefined) throw new CommandRefused('Name a file that recado export has written.')
    const passphrase = await readPassphrase(passphraseFile, { isNew: false })
    return { ...options, file: resolve(options.file), passphrase }
  },
  confirm: (platform, { undo }) => (undo === undefined ? undefined : confirmUndo(platform, undo)),
  async run(platform, { file, asId, dryRun, passphrase, undo }, call): Promise<ImportResult | Undone> {
    if (undo !== undefined) return undoAtTerminal(platform, undo, call)
    const { progress, signal } = call
    if (!passphrase || file === undefined) throw new CommandRefused('A passphrase is needed.')
    const id = asId === undefined ? {} : { asId }
    return importCompany(platform, { path: file, passphrase, dryRun, ...id, progress, signal })
  },
  print(result) {
    if ('undone' in result) return printUndone(result)
    const { companyId, name, moved, users, files, bytes, plan, isDryRun } = result
    const size = `${users} people, ${files} files, ${Math.ceil(bytes / 1024 / 1024)} MB`
    const ownPlan = plan.isNew ? `its plan ${plan.name}, which is added` : `the plan ${plan.name} of this host`
    if (isDryRun) return `The file is complete: ${name}, ${size}, with ${ownPlan}. Nothing was imported.`
    const kind = moved ? 'It runs here now; its lines connect.' : 'It is a copy: no line comes up and nobody signs in.'
    return `${name} is company ${companyId}: ${size}, with ${ownPlan}. ${kind}`
  },
})
