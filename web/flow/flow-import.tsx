import { useState } from 'react'
import type { FlowView, ImportedFlow } from '../../src/flow/flow.calls'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { fieldErrorText, readRefused } from '../i18n/error-text'
import { useErrorText, useTexts } from '../i18n/i18n'
import { FailureText } from '../ui/field/failure-text'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { FileButton } from '../ui/button/file-button'
import { TriangleAlert, Upload } from '../ui/icons'
import { useUi } from '../ui/context/ui-context'
import { type EmbeddedFile, flowFileMax, readFlowFile } from './embedded-files'

interface FlowImportProps {
  flow: Pick<FlowView, 'id' | 'name'>
  close: () => void
  /** Called before the list of unresolved references, instead of the offer to open the flow. */
  onImported?: (saved: ImportedFlow) => void
}

export function FlowImport({ flow, close, onImported }: FlowImportProps) {
  const texts = useTexts('flow')
  const t = texts.flow.importing
  const { navigation } = useApp()
  const [imported, setImported] = useState<ImportedFlow>()
  const { isSending, error, send } = useFlowFile(flow.id, (saved) => {
    onImported?.(saved)
    const isWhole = saved.unresolved.length === 0 && saved.problems.every(({ level }) => level !== 'error')
    if (isWhole) close()
    else setImported(saved)
  })

  return (
    <Dialog
      open
      size="s"
      title={t.title(flow.name)}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{imported ? texts.ui.close : texts.ui.cancel}</Button>
          {!imported && (
            <FileButton
              variant="primary"
              icon={Upload}
              loading={isSending}
              accept=".json"
              onChoose={(file) => void send(file)}
            >
              {t.choose}
            </FileButton>
          )}
          {imported && !onImported && (
            <Button variant="primary" onClick={() => navigation.go(links.flow({ id: String(flow.id) }))}>
              {t.openFlow}
            </Button>
          )}
        </>
      }
    >
      <p className="flow-import-text">{t.text}</p>
      {imported && <Unresolved imported={imported} />}
      <div role="alert">{error && <FailureText>{error}</FailureText>}</div>
    </Dialog>
  )
}

function useFlowFile(flowid: number, onSaved: (saved: ImportedFlow) => void) {
  const texts = useTexts('flow')
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  async function send(file: File) {
    if (!file.name.toLowerCase().endsWith('.json') || file.size > flowFileMax) {
      return setError(fieldErrorText(texts, 'flowFile'))
    }
    setSending(true)
    setError(undefined)
    try {
      const { files, withNames } = readFlowFile(await file.text())
      const drawing = withNames(await storeFiles(api, files))
      const saved = await api.post('/flowbuilder/import', { body: { flow: drawing, flowid } })
      toast.success(texts.flow.imported)
      onSaved(saved)
    } catch (cause) {
      setError(refusedFile(cause) ? fieldErrorText(texts, 'flowFile') : errorText(cause))
    } finally {
      setSending(false)
    }
  }

  return { isSending, error, send }
}

/** Returns the names of stored files by address. Refused files are left out; the import then lists them as missing. */
async function storeFiles(api: ApiClient, files: readonly EmbeddedFile[]) {
  const names = new Map<string, string>()
  for (const { address, file } of files) {
    const form = new FormData()
    form.append('medias', file, file.name)
    try {
      const [name] = await api.upload('/flowbuilder/content', { form })
      if (name !== undefined) names.set(address, name)
    } catch (cause) {
      if (!(cause instanceof ApiError && [400, 413].includes(cause.status))) throw cause
    }
  }
  return names
}

/** Lists references that the company does not have, or reports errors in the flow. */
function Unresolved({ imported: { unresolved } }: { imported: ImportedFlow }) {
  const t = useTexts('flow').flow.importing
  return (
    <div className="flow-import-note" role="status">
      <TriangleAlert size={16} aria-hidden />
      {unresolved.length === 0 ? (
        <p>{t.hasErrors}</p>
      ) : (
        <div>
          <p>{t.chooseAgain}</p>
          <ul className="flow-import-list">
            {unresolved.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>{name ? t.unresolved[kind](name) : t.unnamed[kind]}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const refusedFile = (cause: unknown) => readRefused(cause)?.fields['flow'] !== undefined
