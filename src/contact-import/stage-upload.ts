import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import { createContext } from '../kernel/company-context'
import { actingUserId } from '../kernel/actor'
import { refuse, required } from '../kernel/errors'
import { randomToken } from '../kernel/ids'
import { enqueueJob } from '../kernel/jobs'
import { discardFiles, mediaPath, recordFile, stageFile } from '../kernel/media-store'
import { readSpreadsheet, type SpreadsheetSheet } from '../kernel/spreadsheet/read-spreadsheet'
import { readSheetRows } from '../kernel/spreadsheet/rows-file'
import { SpreadsheetError } from '../kernel/spreadsheet/spreadsheet-limits'
import type { UploadAnswer } from './contact-import.calls'
import { type ImportOptions, importKeptHours } from './contact-import.contract'
import { canImportContacts } from './contact-import.policy'
import { type ContactImport, rowsPathOf } from './contact-import.queries'
import { contactImportTable } from './contact-import.tables'
import { guessColumns, guessHeader } from './guess-columns'

/** Rows that are shown at once. */
export const uploadPageSize = 100
const sampleRows = 20

export const noOptions: ImportOptions = {
  sheet: 0,
  header: false,
  mapping: { number: 1, name: 0, email: null, tags: null, extraInfo: [] },
  rows: 'all',
  validateContact: false,
  update: false,
  tagIds: [],
}

/**
 * Reads an uploaded spreadsheet and keeps its rows for a day, to be imported. @throws Refusal ERR_NO_PERMISSION,
 * ERR_INVALID_SPREADSHEET
 */
export async function stageUpload(ctx: CompanyContext, file: File, signal?: AbortSignal): Promise<UploadAnswer> {
  if (!canImportContacts(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const uploaded = await stageFile(ctx, file, file.name)
  const rowsPath = join(tmpdir(), `rows-${randomToken(24)}`)
  try {
    const sheets = await readSpreadsheet({ path: mediaPath(ctx, uploaded.key), rowsPath }, { signal })
    return await keepRows(ctx, { sheets, rowsPath, fileName: file.name })
  } catch (error) {
    if (error instanceof SpreadsheetError) refuse('ERR_INVALID_SPREADSHEET', { fields: { file: error.reason } })
    throw error
  } finally {
    await discardFiles(ctx, [uploaded])
    await rm(rowsPath, { force: true })
  }
}

interface ReadFile {
  sheets: SpreadsheetSheet[]
  rowsPath: string
  fileName: string
}

async function keepRows(given: CompanyContext, { sheets, rowsPath, fileName }: ReadFile): Promise<UploadAnswer> {
  const rows = await stageFile(given, Bun.file(rowsPath), 'rows.jsonl')
  // Reading took its time.
  const ctx = createContext(given.company, given.actor)
  const upload = ctx.transaction(() => {
    const { id } = insertImport(ctx, {
      kind: 'spreadsheet',
      state: 'uploaded',
      fileName: fileName.slice(0, 255),
      sheets,
    })
    const media = recordFile(ctx, rows, 'contact-import', id)
    forgetLater(ctx, id)
    return setMedia(ctx, id, media.id)
  })
  return presentUpload(ctx, upload)
}

/** Erases the rows of an upload that nobody imports. */
function forgetLater(ctx: CompanyContext, importId: number) {
  const runAt = new Date(ctx.now.getTime() + importKeptHours * 3_600_000)
  enqueueJob(ctx, 'contactImport.forget', { importId }, { runAt })
}

type NewImport = Pick<ContactImport, 'kind' | 'state' | 'fileName' | 'sheets'> & Partial<ContactImport>

export function insertImport(ctx: CompanyContext, values: NewImport): ContactImport {
  const userId = actingUserId(ctx.actor) ?? null
  return ctx.db
    .insert(contactImportTable)
    .values({ userId, options: noOptions, createdAt: ctx.now, ...values })
    .returning()
    .get()
}

export function setMedia(ctx: CompanyContext, id: number, mediaId: number): ContactImport {
  return required(
    ctx.db.update(contactImportTable).set({ mediaId }).where(eq(contactImportTable.id, id)).returning().get(),
    'ERR_NO_IMPORT_FOUND',
  )
}

function presentUpload(ctx: CompanyContext, upload: ContactImport): UploadAnswer {
  const path = rowsPathOf(ctx, upload)
  const sheets = upload.sheets.map((sheet) => {
    const [first, ...sample] = readSheetRows(path, sheet, 0, sampleRows).map(({ cells }) => cells)
    const header = guessHeader(first ?? [])
    const columns = guessColumns(header ? first : undefined, header ? sample : [first ?? [], ...sample], sheet.columns)
    return { name: sheet.name, rows: sheet.rows, header, columns }
  })
  const [sheet] = upload.sheets
  return {
    uploadId: upload.id,
    fileName: upload.fileName,
    sheets,
    columns: sheets[0]?.columns ?? [],
    ...pageOfRows(path, sheet, 0),
  }
}

/** A hundred rows of a sheet, the header included. */
export function pageOfRows(path: string, sheet: SpreadsheetSheet | undefined, from: number) {
  const rows = sheet ? readSheetRows(path, sheet, from, uploadPageSize) : []
  return { rows: rows.map(({ number, cells }) => ({ number, cells })), total: sheet?.rows ?? 0 }
}
