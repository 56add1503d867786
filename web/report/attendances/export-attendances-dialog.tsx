import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../app/app-context'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ErrorState } from '../../ui/error-state'
import { saveBlob } from '../../ui/save-blob'
import { Spinner } from '../../ui/spinner'
import { useUi } from '../../ui/ui-context'
import { type AttendanceQuestion, filterOf } from './attendance-question'

/** Maximum rows of an Excel sheet, without the header. */
const xlsxRowsMax = 1_048_575

interface ExportAttendancesDialogProps {
  question: AttendanceQuestion
  total: number
  close: () => void
}

/** Downloads the whole report; closing the dialog cancels it. */
export function ExportAttendancesDialog({ question, total, close }: ExportAttendancesDialogProps) {
  const { attendances } = useTexts('attendances')
  const t = attendances.export
  const format = useFormat()
  const { toast } = useUi()
  const { api } = useApp()
  const [failed, setFailed] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const isCsv = total > xlsxRowsMax
  const done = useRef(close)
  done.current = close
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    setFailed(undefined)
    const kind = isCsv ? 'csv' : 'xlsx'
    api.file('/ticketreport/export', { query: { ...filterOf(question), format: kind }, signal }).then(
      (file) => {
        if (signal.aborted) return
        saveBlob(file, `${t.file}.${kind}`)
        toast.success(t.done)
        done.current()
      },
      (cause: unknown) => !signal.aborted && setFailed(cause),
    )
    return () => stop.abort()
  }, [attempt])
  return (
    <Dialog open size="s" title={t.title} onClose={close} footer={<Button onClick={close}>{t.cancel}</Button>}>
      {failed === undefined ? (
        <p className="attendance-export" role="status">
          <Spinner /> {t.running(format.number(total))}
        </p>
      ) : (
        <ErrorState compact error={failed} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </Dialog>
  )
}
