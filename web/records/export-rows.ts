import type { Column } from '../ui/table/data-table'

interface ExportOptions<Row> {
  fileName: string
  sheetName: string
  /** Columns with an `exportValue` or a `sortValue` are exported. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** Saves rows as an Excel file in their displayed order. Created in the browser, so for up to a few thousand rows. */
export async function exportRows<Row>({ fileName, sheetName, columns, rows }: ExportOptions<Row>): Promise<void> {
  const exported = columns.flatMap(({ header, exportValue, sortValue }) => {
    const value = exportValue ?? sortValue
    return value ? [{ header, value }] : []
  })
  const { saveSpreadsheet } = await import('../ui/text/spreadsheet')
  saveSpreadsheet({
    fileName,
    sheetName,
    header: exported.map(({ header }) => header),
    rows: rows.map((row) => exported.map(({ value }) => value(row) ?? '')),
  })
}
