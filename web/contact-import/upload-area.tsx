import { useState, type DragEvent } from 'react'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { FileButton } from '../ui/button/file-button'
import { FileSpreadsheet } from '../ui/icons'
import { saveBlob } from '../ui/text/save-blob'
import { Button } from '../ui/button/button'
import { spreadsheetTypes, useSpreadsheetUpload } from './use-spreadsheet-upload'

export function UploadArea({ onUploaded }: { onUploaded: (upload: UploadAnswer) => void }) {
  const t = useTexts('contactImport').contactImport
  const { api } = useApp()
  const { sending, send } = useSpreadsheetUpload(async (form) =>
    onUploaded(await api.upload('/contacts/upload', { form })),
  )
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !sending) void send(file)
  }

  return (
    <section
      className="contact-import-drop"
      data-over={isOver || undefined}
      aria-busy={sending}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className="contact-import-drop-icon">
        <FileSpreadsheet size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <h2>{t.dropTitle}</h2>
      <p className="subtle">{t.dropText}</p>
      <div className="contact-import-buttons">
        <FileButton variant="primary" loading={sending} accept={spreadsheetTypes} onChoose={(file) => void send(file)}>
          {sending ? t.reading : t.chooseFile}
        </FileButton>
        <Button variant="ghost" onClick={() => saveBlob(new Blob([t.sample], { type: 'text/csv' }), t.sampleName)}>
          {t.downloadSample}
        </Button>
      </div>
    </section>
  )
}
