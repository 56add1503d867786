import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { afterCommit, type CompanyContext } from '../../kernel/company/company-context'
import { oneBatch } from '../../kernel/company/batches'
import { hasRoomForFiles } from '../../kernel/file/room-for-files'
import { enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { readRows, type SpreadsheetRow } from '../../kernel/spreadsheet/rows-file'
import { findContactList } from '../../contact-list/contact-list.record'
import { type ContactImport, findImport, hasRows } from '../contact-import.queries'
import { type ImportEntry, importEntry } from '../entry/import-entry'
import { createProgress, endImport, type RowResult } from './import-progress'
import { forgetPrepared, prepareImport, type PreparedImport } from './prepare-import'
import { addListItem } from '../../contact-list/add-list-item'
import { itemNameMax } from '../../contact-list/contact-list.contract'

/** The time budget usually ends a batch first. */
const rowsAtOnce = 200
/** Batches run for seconds, and a request waits for several. */
const batchMs = 5

/** Imports a batch in a transaction that also saves the position, so that a crash neither repeats nor loses rows. */
export const importRowsJob: LocalJob<'contactImport.rows'> = {
  attemptsMax: 5,
  run(ctx, { importId }) {
    const row = findImport(ctx, importId)
    if (row?.state !== 'running') return forgetPrepared(ctx, importId)
    if (row.listId !== null && !findContactList(ctx, row.listId)) return endImport(ctx, row, 'cancelled')
    if (!hasRoomForFiles(ctx.company)) return addMs(ctx.now, minuteMs)
    if (!hasRows(ctx, row)) return ctx.transaction(() => enqueueJob(ctx, 'contactImport.fetch', { importId }))
    const prepared = prepareImport(ctx, row)
    const progress = createProgress(ctx, row)
    const isMore = oneBatch<SpreadsheetRow>(ctx, {
      next: (last, done) =>
        readRows(prepared.path, last?.next ?? row.position, Math.min(rowsAtOnce, row.rowsLeft - done)).rows,
      work(each) {
        if (prepared.isChosen(each.number)) progress.count(each, importRow(ctx, row, each, prepared))
        progress.pass([each])
      },
      noted({ done }) {
        progress.save()
        afterCommit(ctx, () => ctx.company.checkpoints.note(done))
      },
      pace: batchMs,
    })
    return isMore ? ctx.now : finishImport(ctx, findImport(ctx, importId) ?? row)
  },
  givenUp: failImport,
}

export function finishImport(ctx: CompanyContext, row: ContactImport) {
  forgetPrepared(ctx, row.id)
  endImport(ctx, row, 'done')
}

export function failImport(ctx: CompanyContext, { importId }: { importId: number }) {
  const row = findImport(ctx, importId)
  forgetPrepared(ctx, importId)
  if (row?.state === 'running') endImport(ctx, row, 'failed')
}

type Adjust = (entry: ImportEntry) => ImportEntry | Pick<RowResult, 'outcome' | 'reason'>

export function importRow(
  ctx: CompanyContext,
  { id, connectionId, listId, options }: ContactImport,
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
  if (listId !== null)
    return {
      ...importListEntry(
        ctx,
        listId,
        adjusted,
        options.mapping.extraInfo.map((column) => column.name),
      ),
      ...given,
    }
  const { outcome, reason } = importEntry(ctx, adjusted, { importId: id, connectionId, update: options.update })
  return { outcome, reason, ...given }
}

function importListEntry(
  ctx: CompanyContext,
  listId: number,
  { name, number, email, extraInfo, remark }: ImportEntry,
  /** A campaign fills them in even where a cell is empty. */
  columns: readonly string[],
): Pick<RowResult, 'outcome' | 'reason'> {
  const given = extraInfo.map((info) => [info.name, info.value])
  const extra = Object.fromEntries([...columns.map((column) => [column, '']), ...given])
  const id = addListItem(ctx, listId, { name: name.slice(0, itemNameMax).trim(), number, email, extra })
  return id === undefined ? { outcome: 'ignored', reason: 'alreadyListed' } : { outcome: 'created', reason: remark }
}
