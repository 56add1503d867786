import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { createContext } from '../../kernel/company/company-context'
import { actingUserId, isAdmin } from '../../kernel/company/actor'
import { refuse, required } from '../../kernel/errors'
import { enqueueJob } from '../../kernel/job/jobs'
import { recordFile, withStagedFiles, mediaPath, type StagedFile, type StageFile } from '../../kernel/file/media-store'
import { requireRoomForUpload } from '../../kernel/file/waiting-upload'
import { type SpreadsheetSheet, readSpreadsheet } from '../../kernel/spreadsheet/read/read-spreadsheet'
import { readSheetRows } from '../../kernel/spreadsheet/rows-file'
import { addMs } from '../../kernel/time/clock'
import { hourMs } from '../../kernel/time/durations.contract'
import type { UploadAnswer } from '../contact-import.calls'
import { type ImportOptions, importRetentionHours } from '../contact-import.contract'
import { type ContactImport, rowsPathOf } from '../contact-import.queries'
import { contactImportTable } from '../contact-import.tables'
import { findTitles, guessColumns } from './guess-columns'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomToken } from '../../kernel/ids'
import { SpreadsheetError } from '../../kernel/spreadsheet/spreadsheet-limits'

const uploadPageSize = 100
export const sampleRows = 20

export const noOptions: ImportOptions = {
  sheet: 0,
  header: false,
  mapping: { number: 1, name: 0, surname: null, email: null, tags: null, extraInfo: [] },
  rows: 'all',
  validateContact: false,
  update: false,
  tagIds: [],
}

export async function stageUpload(ctx: CompanyContext, file: File, signal?: AbortSignal): Promise<UploadAnswer> {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return withStagedFiles(ctx, async (stage) => {
    const staged = await stageRows(ctx, stage, file, signal)
    // Reading took its time.
    const now = createContext(ctx.company, ctx.actor)
    const upload = now.transaction(() => {
      const kept = keepRows(now, staged, { fileName: file.name })
      forgetLater(now, kept.id)
      return kept
    })
    return presentUpload(now, upload)
  })
}

export function keepRows(
  ctx: CompanyContext,
  { sheets, rows }: StagedRows,
  { fileName, listId = null }: { fileName: string; listId?: number | null },
): ContactImport {
  const values = { kind: 'spreadsheet' as const, state: 'uploaded' as const, fileName: fileName.slice(0, 255) }
  requireRoomForUpload(ctx, rows.size)
  const { id } = insertImport(ctx, { ...values, listId, sheets })
  return setMedia(ctx, id, recordFile(ctx, rows, 'contact-import', id).id)
}

function forgetLater(ctx: CompanyContext, importId: number) {
  const runAt = addMs(ctx.now, importRetentionHours * hourMs)
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
    const { header, titles, sample } = findTitles(readSheetRows(path, sheet, 0, sampleRows))
    const columns = guessColumns(titles, sample, sheet.columns)
    return { name: sheet.name, rows: sheet.rows, header: !!header, headerRow: header?.number ?? null, columns }
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

export function pageOfRows(path: string, sheet: SpreadsheetSheet | undefined, from: number) {
  const rows = sheet ? readSheetRows(path, sheet, from, uploadPageSize) : []
  return { rows: rows.map(({ number, cells }) => ({ number, cells })), total: sheet?.rows ?? 0 }
}

interface StagedRows {
  sheets: SpreadsheetSheet[]
  rows: StagedFile
}

/** @throws Refusal ERR_INVALID_SPREADSHEET, ERR_UPLOADS_WAITING */
export async function stageRows(
  ctx: CompanyContext,
  stage: StageFile,
  file: File,
  signal?: AbortSignal,
): Promise<StagedRows> {
  requireRoomForUpload(ctx, file.size)
  const uploaded = await stage(file, file.name)
  const rowsPath = join(tmpdir(), `rows-${randomToken(24)}`)
  try {
    const sheets = await readSpreadsheet({ path: mediaPath(ctx, uploaded.key), rowsPath }, { signal })
    return { sheets, rows: await stage(Bun.file(rowsPath), 'rows.jsonl') }
  } catch (error) {
    if (error instanceof SpreadsheetError) refuse('ERR_INVALID_SPREADSHEET', { fields: { file: error.reason } })
    throw error
  } finally {
    await rm(rowsPath, { force: true })
  }
}
