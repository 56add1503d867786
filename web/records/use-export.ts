import { useState } from 'react'
import { useFormat } from '../i18n/i18n'
import { useAttempt } from '../ui/form/use-attempt'
import type { Column } from '../ui/table/data-table'
import { exportRows } from './export-rows'
import { loadPages } from '../live/load-pages'
import type { RecordList } from './record-list'
import type { RecordRow } from './record-source'

interface ExportedList<Row extends RecordRow> {
  list: RecordList<Row, never>
  columns: readonly Column<Row>[]
  /** The title names the sheet. */
  texts: { title: string }
  exportName?: string
}

/** Exports all rows of the searched and filtered list, including those not loaded yet. */
export function useExport<Row extends RecordRow>({ list, columns, texts, exportName = '' }: ExportedList<Row>) {
  const attempt = useAttempt()
  const format = useFormat()
  const [exporting, setExporting] = useState(false)

  async function exportAll() {
    setExporting(true)
    await attempt(async () => {
      await loadPages(list)
      const fileName = `${exportName}-${format.isoDay(Date.now())}`
      await exportRows({ fileName, sheetName: texts.title, columns, rows: list.items.peek() })
    })
    setExporting(false)
  }

  return { exporting, exportAll }
}
