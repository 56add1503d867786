import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { errorCode, required } from '../kernel/errors'
import { assertErasable, eraseCompany, inventoryOf, nameOfErased } from '../platform/company/erase/erase-company'
import { type ErasureReport, type Verdict, verifyReport } from '../platform/company/erase/erasure-report'
import { CommandRefused, defineCommand } from './command'
import { withConnections } from './with-connections'

const Company = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))

export const erase = defineCommand({
  words: 'erase',
  summary: 'Deletes a company with everything that is stored of it, and reports what was deleted, signed',
  usage: 'recado erase COMPANY [--yes NAME] [--dry-run], or recado erase --verify FILE',
  example: "recado erase 7 --yes 'Casa Aurora'",
  options: v.strictObject({
    company: v.optional(Company),
    // The running process has another working directory.
    verify: v.optional(
      v.pipe(
        v.string(),
        v.transform((path) => resolve(path)),
      ),
    ),
    yes: v.optional(v.string()),
    dryRun: v.optional(v.boolean(), false),
  }),
  positionals: ['company'],
  runs: 'host',
  confirm(platform, { company, verify }) {
    if (verify !== undefined || company === undefined) return undefined
    assertErasable(platform, {}, company)
    const name = required(nameOfErased(platform, company), 'ERR_NO_COMPANY_FOUND')
    return { name, sentence: `Company ${company} (${name}) will be deleted with all conversations, files and backups.` }
  },
  async run(platform, { company, verify, dryRun }, { progress }) {
    if (verify !== undefined) return { verify, ...verifyReport(platform.hostKey, read(verify)) }
    if (company === undefined) throw new CommandRefused('Name the company, or a report with --verify.')
    assertErasable(platform, {}, company)
    if (dryRun) return { dryRun: await inventoryOf(platform, {}, company) }
    return withConnections(platform, () => eraseCompany(platform, {}, company, (what) => progress({ what })))
  },
  print(result) {
    if ('verify' in result) return `${result.verify}: ${verdicts[result.verdict]}`
    if ('dryRun' in result) return `Would be deleted:\n${linesOf(result.dryRun)}`
    return `Deleted:\n${linesOf(result.signed.report)}\nThe signed report is ${result.path}.`
  },
  exitCode: (result) => ('verify' in result && result.verdict !== 'genuine' ? 1 : 0),
})

const verdicts: Record<Verdict, string> = {
  genuine: 'signed by this host, unchanged.',
  otherHost: 'unchanged, but signed with the key of another host.',
  altered: 'changed since it was signed.',
  noReport: 'this is no report of an erased company.',
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandRefused(`${path} cannot be read (${errorCode(error)}).`)
  }
}

function linesOf({ company, lines, folder, rows, kept, elsewhere }: ErasureReport) {
  const found = Object.entries(rows).filter(([, n]) => n > 0)
  const absent = Object.entries(rows).filter(([, n]) => n === 0)
  return [
    `  company ${company.id}, ${company.name}`,
    `  ${folder.place}: ${folder.files} files, ${folder.bytes} bytes`,
    ...lines.map(
      ({ id, channel, loggedOut }) => `  line ${id} (${channel}): ${loggedOut ? 'logged out' : 'was not connected'}`,
    ),
    ...Object.entries(elsewhere).map(
      ([what, parts]) =>
        `  ${what}: ${parts.length > 0 ? parts.map(({ place }) => place).join(', ') : 'nothing found'}`,
    ),
    `  rows of the catalog: ${found.map(([table, n]) => `${table} ${n}`).join(', ')}`,
    `  nothing found in: ${absent.map(([table]) => table).join(', ') || '–'}`,
    ...kept.filter(({ rows: n }) => n > 0).map(({ table, rows: n, why }) => `  kept: ${n} of ${table}. ${why}.`),
  ].join('\n')
}
