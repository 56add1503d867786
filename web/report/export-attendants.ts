import type { AttendantRow } from '../../src/report/report.calls'
import { saveSpreadsheet } from '../ui/text/spreadsheet'
import type { Format } from '../i18n/format'
import type { AreaTexts } from '../i18n/areas'

export function exportAttendants(rows: readonly AttendantRow[], texts: AreaTexts['dashboard'], format: Format) {
  const { columns, file, sheet, online, offline } = texts.attendants
  saveSpreadsheet({
    fileName: file,
    sheetName: sheet,
    header: [
      columns.name,
      columns.rating,
      columns.rated,
      columns.tickets,
      columns.wait,
      columns.support,
      columns.status,
    ],
    rows: rows.map((row) => [
      row.name,
      row.rating || '',
      row.countRating,
      row.tickets,
      format.duration(row.avgWaitTime),
      format.duration(row.avgSupportTime),
      row.online ? online : offline,
    ]),
  })
}
