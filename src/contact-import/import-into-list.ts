import { contactListRecords, getContactList } from '../contact-list/contact-list.record'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { withStagedFiles } from '../kernel/file/media-store'
import type { SpreadsheetSheet } from '../kernel/spreadsheet/read/read-spreadsheet'
import { readSheetRows } from '../kernel/spreadsheet/rows-file'
import type { ImportMapping, ImportOptions } from './contact-import.contract'
import { type ContactImport, rowsPathOf, countChosen } from './contact-import.queries'
import { findTitles, guessColumns } from './upload/guess-columns'
import { keepRows, noOptions, sampleRows, stageRows } from './upload/stage-upload'
import { runImport } from './start-import'

const extraColumnsMax = 50

/** Columns by title, else by content, else name and number. @throws Refusal ERR_NO_CONTACT_LIST_FOUND, ERR_INVALID_SPREADSHEET */
export async function importIntoList(given: CompanyContext, listId: number, file: File, signal?: AbortSignal) {
  contactListRecords.assertMayChange(given)
  getContactList(given, listId)
  return withStagedFiles(given, async (stage) => {
    const staged = await stageRows(given, stage, file, signal)
    // Reading took its time.
    const ctx = createContext(given.company, given.actor)
    return ctx.transaction(() => {
      getContactList(ctx, listId)
      const upload = keepRows(ctx, staged, { fileName: file.name, listId })
      const [sheet] = upload.sheets
      if (!sheet) return refuse('ERR_INVALID_SPREADSHEET', { fields: { file: 'empty' } })
      const { options, total } = readOptions(ctx, upload, sheet)
      if (total === 0) refuse('ERR_INVALID_SPREADSHEET', { fields: { file: 'empty' } })
      runImport(ctx, upload, { options, total, position: sheet.start, rowsLeft: sheet.rows, listId })
      return upload.id
    })
  })
}

function readOptions(ctx: CompanyContext, upload: ContactImport, sheet: SpreadsheetSheet) {
  const rows = readSheetRows(rowsPathOf(ctx, upload), sheet, 0, sampleRows)
  const { header, titles, sample } = findTitles(rows)
  const mapping = mappingOf(titles, sample, sheet.columns)
  const options: ImportOptions = { ...noOptions, header: !!header, headerRow: header?.number, mapping }
  return { options, total: countChosen(sheet.rows, header, 'all') }
}

function mappingOf(
  titles: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
  count: number,
): ImportMapping {
  const columns = guessColumns(titles, sample, count)
  const find = (field: 'name' | 'surname' | 'number' | 'email') => columns.find(({ guess }) => guess === field)?.index
  const number = find('number') ?? 1
  const name = find('name') ?? (number === 0 ? 1 : 0)
  const surname = find('surname') ?? null
  const email = find('email') ?? null
  const extraInfo = columns
    .filter(({ index, title }) => title.trim() !== '' && ![number, name, surname, email].includes(index))
    .slice(0, extraColumnsMax)
    .map(({ index, title }) => ({ column: index, name: title.trim().slice(0, 250) }))
  return { number, name, surname, email, tags: null, extraInfo }
}
