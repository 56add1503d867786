import { checkNumbers, findConnectionToAsk } from '../connection/connection-channel'
import { phoneKey } from '../contact/phone-number'
import type { CompanyContext } from '../kernel/company-context'
import { Refusal } from '../kernel/errors'
import type { WaitingJob } from '../kernel/jobs'
import { readRows } from '../kernel/spreadsheet/rows-file'
import './contact-import.jobs.types'
import { type ContactImport, findImport } from './contact-import.queries'
import { findKnown, type ImportEntry, phoneIdentity } from './import-entry'
import { createProgress, type RowResult } from './import-progress'
import { failImport, finishImport, importRow } from './import-rows'
import { forgetPrepared, prepareImport, type PreparedImport } from './prepare-import'

/** Numbers that one question to the provider names. */
const numbersPerAsk = 25
/** Providers take faster questions for an attack. */
const pauseMs = 250
const asksPerRun = 40

/** Number as in the file → as the provider writes it; undefined where nobody has an account under it. */
type Checked = ReadonlyMap<string, string | undefined>

/** Imports rows whose numbers the provider is asked about. */
export const importCheckedRowsJob: WaitingJob<'contactImport.checkedRows'> = {
  lane: 'waiting',
  attemptsMax: 5,
  timeLimitMs: 180_000,
  async run(freshContext, { importId }) {
    for (let ask = 0; ask < asksPerRun; ask++) {
      const ctx = freshContext()
      const row = findImport(ctx, importId)
      if (row?.state !== 'running') return forgetPrepared(ctx, importId)
      const prepared = prepareImport(ctx, row)
      const { rows } = readRows(prepared.path, row.position, Math.min(numbersPerAsk, row.rowsLeft))
      if (rows.length === 0) return finishImport(ctx, row)
      const chosen = rows.filter(({ number }) => prepared.isChosen(number))
      const numbers = unknownNumbers(
        ctx,
        chosen.map((each) => prepared.read(ctx, each)),
      )
      const checked = numbers.length === 0 ? new Map() : await askProvider(ctx, numbers)
      apply(freshContext(), { row, rows, prepared, checked })
      if (numbers.length > 0) await Bun.sleep(pauseMs)
    }
    return freshContext().now
  },
  givenUp: failImport,
}

function unknownNumbers(ctx: CompanyContext, entries: readonly ReturnType<PreparedImport['read']>[]) {
  return entries.flatMap((entry) => ('outcome' in entry || findKnown(ctx, entry) ? [] : [entry.number]))
}

/** Undefined when the provider cannot be asked now. */
async function askProvider(ctx: CompanyContext, numbers: readonly string[]): Promise<Checked | undefined> {
  const connectionId = findConnectionToAsk(ctx)
  if (connectionId === undefined) return undefined
  try {
    const parties = await checkNumbers(ctx, numbers, connectionId)
    return new Map(
      numbers.map((number, index) => {
        const phone = parties[index]?.addresses.find(({ kind }) => kind === 'phone')
        return [phoneKey(number), parties[index] && (phone?.value ?? number)]
      }),
    )
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

interface Batch {
  row: ContactImport
  rows: ReturnType<typeof readRows>['rows']
  prepared: PreparedImport
  checked: Checked | undefined
}

/** Somebody may have cancelled the import while the provider was asked. */
function apply(ctx: CompanyContext, { row, rows, prepared, checked }: Batch) {
  ctx.transaction(() => {
    if (findImport(ctx, row.id)?.state !== 'running') return
    const progress = createProgress(ctx, row)
    for (const each of rows) {
      if (!prepared.isChosen(each.number)) continue
      progress.count(
        each,
        importRow(ctx, row, each, prepared, (entry) => verify(entry, checked)),
      )
    }
    progress.pass(rows)
    progress.save()
  })
}

function verify(entry: ImportEntry, checked: Checked | undefined): ImportEntry | Pick<RowResult, 'outcome' | 'reason'> {
  const key = phoneKey(entry.number)
  if (!checked) return { ...entry, remark: 'unverified' }
  // Known contacts were not asked about.
  if (!checked.has(key)) return entry
  const number = checked.get(key)
  if (number === undefined) return { outcome: 'failed', reason: 'notOnWhatsApp' }
  return { ...entry, number, identities: [phoneIdentity(number)] }
}
