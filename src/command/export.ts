import { resolve } from 'node:path'
import * as v from 'valibot'
import { exportCompany } from '../host/transfer/export-company'
import { getCompany } from '../platform/company/company.queries'
import { takeMoveBack } from '../platform/company/move-company'
import { CommandRefused, defineCommand } from './command'
import { readPassphrase } from './passphrase'
import { CompanyNumber } from './restore'

export const exportCommand = defineCommand({
  words: 'export',
  summary: 'Writes a company with its files and keys into one sealed file, as a copy or to move it to another host',
  usage:
    'recado export COMPANY FILE [--move [--yes NAME]] [--passphrase-file FILE], or recado export COMPANY --undo-move [--yes NAME]',
  example: 'recado export 7 acme.recado --move',
  options: v.strictObject({
    company: CompanyNumber,
    file: v.optional(v.string()),
    move: v.optional(v.boolean(), false),
    undoMove: v.optional(v.boolean(), false),
    passphraseFile: v.optional(v.string()),
    passphrase: v.optional(v.string()),
    yes: v.optional(v.string()),
  }),
  positionals: ['company', 'file'],
  runs: 'host',
  async prepare({ passphraseFile, ...options }) {
    const { file, undoMove } = options
    if (undoMove) return options
    if (file === undefined) throw new CommandRefused('FILE is missing: where to write the company.')
    return { ...options, file: resolve(file), passphrase: await readPassphrase(passphraseFile, { isNew: true }) }
  },
  confirm(platform, { company, move, undoMove }) {
    const { name } = getCompany(platform, company).company
    if (undoMove)
      return {
        name,
        sentence: `${name} runs here again. If the exported file was imported anywhere, both would use the same lines: erase it there first.`,
      }
    if (!move) return undefined
    return { name, sentence: `${name} ends on this host: its lines close without log-out and nobody works in it.` }
  },
  async run(platform, { company, file, move, undoMove, passphrase }, { progress, signal }) {
    if (undoMove) {
      const { name, movedAt } = getCompany(platform, company).company
      if (movedAt === null) throw new CommandRefused(`${name} was not moved.`)
      await takeMoveBack(platform, company)
      return { companyId: company, name, isBack: true as const }
    }
    if (!file || !passphrase) throw new CommandRefused('A file and a passphrase are needed.')
    return exportCompany(platform, { companyId: company, path: file, passphrase, move, progress, signal })
  },
  print(result) {
    if ('isBack' in result) return `${result.name} (company ${result.companyId}) runs here again.`
    const { name, companyId, path, bytes, files, missingFiles, moved } = result
    const lines = [`${path}: ${name} (company ${companyId}), ${files} files, ${Math.ceil(bytes / 1024 / 1024)} MB.`]
    if (missingFiles > 0) lines.push(`${missingFiles} files are missing here.`)
    if (moved) lines.push(`It has ended here. Import the file on the other host: recado import ${path}`)
    else lines.push('It goes on here. What is imported from this file is a copy without lines; --move ends it here.')
    return lines.join('\n')
  },
})
