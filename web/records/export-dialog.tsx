import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { ErrorState } from '../ui/feedback/feedback'
import { randomId } from '../ui/text/random-id'
import { saveBlob } from '../ui/text/object-url'
import { useUi } from '../ui/context/ui-context'

interface ExportDialogProps {
  title: string
  text: string
  total: number
  fileName: string
  done: string
  /** Downloads the file. The server reports its progress under the id. */
  fetchFile: (exportId: string, signal: AbortSignal) => Promise<Blob>
  close: () => void
}

export function ExportDialog({ title, text, total, fileName, done, fetchFile, close }: ExportDialogProps) {
  const t = useTexts().ui
  const format = useFormat()
  const { toast } = useUi()
  const [attempt, setAttempt] = useState(0)
  const { rows, failed } = useDownload(attempt, fetchFile, (file) => {
    saveBlob(file, fileName)
    toast.success(done)
    close()
  })
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * rows) / total))
  return (
    <Dialog open size="s" title={title} onClose={close} footer={<Button onClick={close}>{t.cancel}</Button>}>
      {failed === undefined ? (
        <div className="export-progress">
          <p role="status">{text}</p>
          <progress aria-label={title} max={100} value={percent} />
          <p className="tabular subtle">{format.percent(percent)}</p>
        </div>
      ) : (
        <ErrorState compact error={failed} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </Dialog>
  )
}

function useDownload(attempt: number, fetchFile: ExportDialogProps['fetchFile'], finish: (file: Blob) => void) {
  const { live } = useApp()
  const [rows, setRows] = useState(0)
  const [failed, setFailed] = useState<unknown>()
  const now = useRef({ fetchFile, finish })
  now.current = { fetchFile, finish }
  useEffect(() => {
    const stop = new AbortController()
    const id = randomId()
    setRows(0)
    setFailed(undefined)
    const unfollow = live.observe('exportProgress', (progress) => progress.exportId === id && setRows(progress.rows))
    now.current.fetchFile(id, stop.signal).then(
      (file) => stop.signal.aborted || now.current.finish(file),
      (cause: unknown) => stop.signal.aborted || setFailed(cause),
    )
    return () => {
      stop.abort()
      unfollow()
    }
  }, [attempt, live])
  return { rows, failed }
}
