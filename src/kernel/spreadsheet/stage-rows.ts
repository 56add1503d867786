import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompanyContext } from '../company/company-context'
import { refuse } from '../errors'
import { randomToken } from '../ids'
import { mediaPath, type StagedFile, type StageFile } from '../file/media-store'
import { readSpreadsheet, type SpreadsheetSheet } from './read/read-spreadsheet'
import { requireRoomForUpload } from '../file/waiting-upload'
import { SpreadsheetError } from './spreadsheet-limits'

export interface StagedRows {
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
