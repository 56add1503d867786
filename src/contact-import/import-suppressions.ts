import { readNumber } from '../contact/number/read-number.contract'
import { inBatches } from '../kernel/company/batches'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { mediaPath, withStagedFiles } from '../kernel/file/media-store'
import type { SpreadsheetSheet } from '../kernel/spreadsheet/read/read-spreadsheet'
import { readSheetRows } from '../kernel/spreadsheet/rows-file'
import { insertSuppression, noteSuppressionImport, suppressionRecords } from '../suppression/suppression.record'
import type { SuppressionImport } from './contact-import.calls'
import { findTitles, guessColumns } from './upload/guess-columns'
import { sampleRows, stageRows } from './upload/stage-upload'

const rowsAtOnce = 500
type SheetRow = ReturnType<typeof readSheetRows>[number]
const nameMax = 250
/** Screens reload with each. */
const noteMs = 2000

/** A crash keeps those added; repeat it. @throws Refusal ERR_NO_PERMISSION, ERR_INVALID_SPREADSHEET */
export async function importSuppressions(given: CompanyContext, file: File, signal?: AbortSignal) {
  suppressionRecords.assertMayChange(given)
  return withStagedFiles(given, async (stage) => {
    const { sheets, rows } = await stageRows(given, stage, file, signal)
    const [sheet] = sheets
    if (!sheet) return refuse('ERR_INVALID_SPREADSHEET', { fields: { file: 'empty' } })
    return addRows(given, mediaPath(given, rows.key), sheet)
  })
}

async function addRows(given: CompanyContext, path: string, sheet: SpreadsheetSheet): Promise<SuppressionImport> {
  const columns = columnsOf(path, sheet)
  const counts = { added: 0, known: 0, failed: 0 }
  const noted = { added: 0, ms: performance.now() }
  let ctx = given
  const note = () => {
    if (counts.added > noted.added) noteSuppressionImport(ctx, counts.added - noted.added)
    Object.assign(noted, { added: counts.added, ms: performance.now() })
  }
  await inBatches(given, {
    next(_, done) {
      ctx = createContext(given.company, given.actor)
      const rows = readSheetRows(path, sheet, columns.first + done, rowsAtOnce)
      if (rows.length === 0 || performance.now() - noted.ms > noteMs) note()
      return rows
    },
    work: ({ cells }: SheetRow) => void counts[addRow(ctx, cells, columns)]++,
  })
  return counts
}

interface Columns {
  number: number
  /** Undefined in a sheet of numbers alone. */
  name: number | undefined
  first: number
}

/** Without a number it is something else. @throws Refusal ERR_INVALID_SPREADSHEET */
function columnsOf(path: string, sheet: SpreadsheetSheet): Columns {
  const { header, titles, sample } = findTitles(readSheetRows(path, sheet, 0, sampleRows))
  const columns = guessColumns(titles, sample, sheet.columns)
  const find = (field: 'name' | 'number') => columns.find(({ guess }) => guess === field)?.index
  const number = find('number') ?? refuse('ERR_INVALID_SPREADSHEET', { fields: { file: 'noNumbers' } })
  return { number, name: find('name'), first: header ? header.index + 1 : 0 }
}

function addRow(ctx: CompanyContext, cells: readonly string[], columns: Columns): keyof SuppressionImport {
  const read = readNumber(cells[columns.number] ?? '')
  if ('reason' in read) return 'failed'
  const name = columns.name === undefined ? '' : (cells[columns.name] ?? '').trim().slice(0, nameMax)
  return insertSuppression(ctx, { name, number: read.number, source: 'manual' }) ? 'added' : 'known'
}
