import { useApp } from '../../app/app-context'
import { useFormat, useTexts } from '../../i18n/i18n'
import { ExportDialog } from '../../records/export-dialog'
import { type AttendanceQuery, filterOf } from './attendance-query'

/** Maximum rows of an Excel sheet, without the header. */
const xlsxRowsMax = 1_048_575

interface ExportAttendancesDialogProps {
  query: AttendanceQuery
  total: number
  close: () => void
}

/** Downloads the whole report. */
export function ExportAttendancesDialog({ query, total, close }: ExportAttendancesDialogProps) {
  const t = useTexts('attendances').attendances.export
  const number = useFormat().number(total)
  const { api } = useApp()
  const kind = total > xlsxRowsMax ? 'csv' : 'xlsx'
  return (
    <ExportDialog
      title={t.title}
      text={t.running(number)}
      total={total}
      fileName={`${t.file}.${kind}`}
      done={t.done}
      fetchFile={(exportId, signal) =>
        api.file('/ticketreport/export', { query: { ...filterOf(query), format: kind, exportId }, signal })
      }
      close={close}
    />
  )
}
