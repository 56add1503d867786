import { afterCommit, type CompanyContext } from '../kernel/company-context'
import { runWithinBudget } from '../kernel/batches'
import type { LocalJob } from '../kernel/jobs'
import { readRows, type SpreadsheetRow } from '../kernel/spreadsheet/rows-file'
import './contact-import.jobs.types'
import { type ContactImport, findImport } from './contact-import.queries'
import { type ImportEntry, importEntry } from './import-entry'
import { createProgress, endImport, type RowResult } from './import-progress'
import { forgetPrepared, prepareImport, type PreparedImport } from './prepare-import'

/** More than fit into a transaction of a few milliseconds. */
const rowsAtOnce = 200
/** Batches follow one another for seconds, and a request waits for several of them. */
const batchMs = 5

/** Imports some rows in a transaction that also notes how far it came, so that a crash repeats and loses none. */
export const importRowsJob: LocalJob<'contactImport.rows'> = {
  attemptsMax: 5,
  run(ctx, { importId }) {
    const row = findImport(ctx, importId)
    if (row?.state !== 'running') return forgetPrepared(ctx, importId)
    const prepared = prepareImport(ctx, row)
    const { rows } = readRows(prepared.path, row.position, Math.min(rowsAtOnce, row.rowsLeft))
    if (rows.length === 0) return finishImport(ctx, row)
    ctx.transaction(() => {
      const progress = createProgress(ctx, row)
      const work = (each: SpreadsheetRow) => {
        if (prepared.isChosen(each.number)) progress.count(each, importRow(ctx, row, each, prepared))
      }
      const done = runWithinBudget(ctx, rows, work, batchMs)
      progress.pass(rows.slice(0, done))
      progress.save()
      afterCommit(ctx, () => ctx.company.checkpoints.note(done))
    })
    return ctx.now
  },
  givenUp: failImport,
}

export function finishImport(ctx: CompanyContext, row: ContactImport) {
  forgetPrepared(ctx, row.id)
  endImport(ctx, row, 'done')
}

/** What was imported stays. */
export function failImport(ctx: CompanyContext, { importId }: { importId: number }) {
  const row = findImport(ctx, importId)
  forgetPrepared(ctx, importId)
  if (row?.state === 'running') endImport(ctx, row, 'failed')
}

/** Changes the entry before it is stored, or refuses it. */
type Adjust = (entry: ImportEntry) => ImportEntry | Pick<RowResult, 'outcome' | 'reason'>

export function importRow(
  ctx: CompanyContext,
  { id, connectionId, options }: ContactImport,
  row: SpreadsheetRow,
  { read }: PreparedImport,
  adjust: Adjust = (entry) => entry,
): RowResult {
  const entry = read(ctx, row)
  const { mapping } = options
  const given = { name: row.cells[mapping.name] ?? '', number: row.cells[mapping.number] ?? '' }
  if ('outcome' in entry) return { ...entry, ...given }
  const adjusted = adjust(entry)
  if ('outcome' in adjusted) return { ...adjusted, ...given }
  const { outcome, reason } = importEntry(ctx, adjusted, { importId: id, connectionId, update: options.update })
  return { outcome, reason, ...given }
}
