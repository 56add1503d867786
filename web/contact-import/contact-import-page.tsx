import { useSignals } from '@preact/signals-react/runtime'
import { useState, type DragEvent } from 'react'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { Screen, PageHeader } from '../ui/layout/screen'
import { createImports, loadImports, type ImportsData } from './contact-import-model'
import { ImportList } from './import-list'
import { ImportMapping } from './import-mapping'
import { useLiveModel } from '../app/use-live-model'
import { useApp } from '../app/app-context'
import { FileButton } from '../ui/button/file-button'
import { FileSpreadsheet } from '../ui/icons'
import { saveBlob } from '../ui/text/object-url'
import { Button } from '../ui/button/button'
import { spreadsheetTypes, useSpreadsheetUpload } from './use-spreadsheet-upload'

export function page({ data }: PageProps<ImportsData>) {
  useSignals()
  const t = useTexts('contactImport').contactImport
  const [upload, setUpload] = useState<UploadAnswer>()
  const { imports, load } = useImports(data)
  usePageTitle(t.title)

  function onStarted() {
    setUpload(undefined)
    void load()
  }

  return (
    <Screen header={<PageHeader title={t.title} back={links.contacts()} />} length={0} onEndReached={() => {}}>
      <div className="contact-import">
        {upload ? (
          <ImportMapping
            key={upload.uploadId}
            upload={upload}
            onStarted={onStarted}
            onDiscard={() => setUpload(undefined)}
          />
        ) : (
          <>
            <UploadArea onUploaded={setUpload} />
            <ImportList imports={imports.value} onChange={load} />
          </>
        )}
      </div>
    </Screen>
  )
}

function useImports(data: ImportsData) {
  return useLiveModel(
    (api) => createImports(() => loadImports(api), data.imports),
    (model, live) => model.follow(live),
  )
}

function UploadArea({ onUploaded }: { onUploaded: (upload: UploadAnswer) => void }) {
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
      <div className="contact-import-buttons wrap-row">
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
