import { and, eq } from 'drizzle-orm'
import { contactListRecords, getContactList } from '../contact-list/contact-list.record'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import { enqueueJob } from '../kernel/job/jobs'
import { deleteMedia } from '../kernel/file/media-store'
import { readSheetRows, type SpreadsheetRow } from '../kernel/spreadsheet/rows-file'
import { assertPlainTags } from '../tag/tag-links'
import type { ImportMapping, StartImportBody } from './contact-import.contract'
import { type ContactImport, getUpload, rowsPathOf, countChosen } from './contact-import.queries'
import { contactImportTable } from './contact-import.tables'
import { findTitles, splitAtTitles } from './upload/guess-columns'
import { sampleRows } from './upload/stage-upload'

/** Once. @throws Refusal ERR_NO_PERMISSION, ERR_NO_IMPORT_FOUND, ERR_IMPORT_STARTED, ERR_INVALID_INPUT */
export function startImport(ctx: CompanyContext, id: number, { contactListId: listId, ...body }: StartImportBody) {
  return ctx.transaction(() => {
    const upload = getUpload(ctx, id)
    const sheet = upload.sheets[body.sheet] ?? refuse('ERR_INVALID_INPUT', { fields: { sheet: 'unknown' } })
    assertMapping(body.mapping, sheet.columns)
    if (listId !== null) assertFitsList(ctx, listId, body)
    assertPlainTags(ctx, body.tagIds)
    const header = headerOf(readSheetRows(rowsPathOf(ctx, upload), sheet, 0, sampleRows), body)
    const options = { ...body, header: !!header, headerRow: header?.number }
    const total = countChosen(sheet.rows, header, body.rows)
    if (total === 0) refuse('ERR_INVALID_INPUT', { fields: { rows: 'noRows' } })
    runImport(ctx, upload, { options, total, position: sheet.start, rowsLeft: sheet.rows, listId })
    return upload.id
  })
}

function headerOf(
  rows: readonly SpreadsheetRow[],
  { header, headerRow }: Pick<StartImportBody, 'header' | 'headerRow'>,
) {
  if (headerRow === undefined) {
    const found = header === false ? undefined : findTitles(rows).header
    return found ?? (header ? splitAtTitles(rows, 0).header : undefined)
  }
  const index = rows.findIndex(({ number }) => number === headerRow)
  if (headerRow !== null && index === -1) refuse('ERR_INVALID_INPUT', { fields: { headerRow: 'unknown' } })
  return headerRow === null ? undefined : { number: headerRow, index }
}

type Started = Pick<ContactImport, 'options' | 'total' | 'position' | 'rowsLeft' | 'listId'>

export function runImport(ctx: CompanyContext, { id }: ContactImport, started: Started) {
  const isFree = and(eq(contactImportTable.id, id), eq(contactImportTable.state, 'uploaded'))
  const values = { ...started, state: 'running' as const, startedAt: ctx.now, announcedAt: ctx.now }
  required(ctx.db.update(contactImportTable).set(values).where(isFree).returning().get(), 'ERR_IMPORT_STARTED')
  recordEvent(ctx, 'contactImport.started', {}, { importId: id, rows: started.total })
  enqueueJob(ctx, started.options.validateContact ? 'contactImport.checkedRows' : 'contactImport.rows', {
    importId: id,
  })
}

export function discardUpload(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const { mediaId } = getUpload(ctx, id)
    deleteMedia(ctx, mediaId)
    ctx.db.delete(contactImportTable).where(eq(contactImportTable.id, id)).run()
  })
}

function assertFitsList(ctx: CompanyContext, listId: number, body: Omit<StartImportBody, 'contactListId'>) {
  contactListRecords.assertMayChange(ctx)
  getContactList(ctx, listId)
  const given = {
    'mapping.tags': body.mapping.tags !== null,
    tagIds: body.tagIds.length > 0,
    update: body.update,
    validateContact: body.validateContact,
  }
  const fields = Object.entries(given).flatMap(([name, isGiven]) => (isGiven ? [[name, 'notForLists']] : []))
  if (fields.length > 0) refuse('ERR_INVALID_INPUT', { fields: Object.fromEntries(fields) })
}

function assertMapping({ extraInfo, ...mapping }: ImportMapping, columns: number) {
  const fields: Record<string, string> = {}
  const taken = new Set<number>()
  const take = (name: string, column: number | null) => {
    if (column === null) return
    if (column >= columns) fields[name] = 'unknown'
    else if (taken.has(column)) fields[name] = 'columnTaken'
    taken.add(column)
  }
  for (const [name, column] of Object.entries(mapping)) take(`mapping.${name}`, column)
  for (const [index, { column }] of extraInfo.entries()) take(`mapping.extraInfo.${index}.column`, column)
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}
