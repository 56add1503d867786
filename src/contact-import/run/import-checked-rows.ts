import { findConnectionToAsk } from '../../connection/running/connection-channel'
import { type Accounts, findAccounts } from '../../contact/identity/find-accounts'
import { phoneKey } from '../../kernel/text/phone-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { WaitingJob } from '../../kernel/job/jobs'
import { readRows } from '../../kernel/spreadsheet/rows-file'
import { type ContactImport, findImport, hasRows } from '../contact-import.queries'
import { findKnown, type ImportEntry, phoneIdentity } from '../entry/import-entry'
import { fetchRows } from './fetch-rows'
import { createProgress, type RowResult } from './import-progress'
import { failImport, finishImport, importRow } from './import-rows'
import { forgetPrepared, prepareImport, type PreparedImport } from './prepare-import'

const numbersPerAsk = 25
/** Providers treat faster requests as abuse. */
const pauseMs = 250
const asksPerRun = 40

export const importCheckedRowsJob: WaitingJob<'contactImport.checkedRows'> = {
  lane: 'waiting',
  isBulk: true,
  attemptsMax: 5,
  timeLimitMs: 180_000,
  async run(freshContext, { importId }) {
    for (let ask = 0; ask < asksPerRun; ask++) {
      const ctx = freshContext()
      const row = findImport(ctx, importId)
      if (row?.state !== 'running') return forgetPrepared(ctx, importId)
      if (!hasRows(ctx, row) && !(await fetchRows(freshContext, importId))) {
        return failImport(freshContext(), { importId })
      }
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

/** Undefined while the provider cannot be reached. */
async function askProvider(ctx: CompanyContext, numbers: readonly string[]): Promise<Accounts | undefined> {
  const connectionId = findConnectionToAsk(ctx)
  return connectionId === undefined ? undefined : findAccounts(ctx, numbers, connectionId)
}

interface Batch {
  row: ContactImport
  rows: ReturnType<typeof readRows>['rows']
  prepared: PreparedImport
  checked: Accounts | undefined
}

/** Does nothing for an import that was cancelled meanwhile. */
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

function verify(
  entry: ImportEntry,
  checked: Accounts | undefined,
): ImportEntry | Pick<RowResult, 'outcome' | 'reason'> {
  const key = phoneKey(entry.number)
  if (!checked) return { ...entry, remark: 'unverified' }
  if (!checked.has(key)) return entry
  const number = checked.get(key)
  if (number === undefined) return { outcome: 'failed', reason: 'notOnWhatsApp' }
  return { ...entry, number, identities: [phoneIdentity(number)] }
}
