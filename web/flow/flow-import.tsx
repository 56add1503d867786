import { useState } from 'react'
import type { FlowView, SavedFlow } from '../../src/flow/flow.calls'
import { flowLimits } from '../../src/flow/flow.contract'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { fieldErrorText } from '../i18n/error-text'
import { useErrorText, useTexts } from '../i18n/i18n'
import { FailureText } from '../ui/failure-text'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { FileButton } from '../ui/file-button'
import { TriangleAlert, Upload } from '../ui/icons'
import { useUi } from '../ui/ui-context'

interface FlowImportProps {
  flow: Pick<FlowView, 'id' | 'name'>
  close: () => void
  /** In place of the offer to open the flow. */
  onImported?: (saved: SavedFlow) => void
}

/** Replaces a flow's drawing by one from a file. */
export function FlowImport({ flow, close, onImported }: FlowImportProps) {
  const texts = useTexts('flow')
  const t = texts.flow.importing
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const [open, setOpen] = useState<number>()

  async function send(file: File) {
    if (!file.name.toLowerCase().endsWith('.json') || file.size > 4 * flowLimits.json) {
      return setError(fieldErrorText(texts, 'flowFile'))
    }
    setSending(true)
    setError(undefined)
    try {
      const saved = await api.post('/flowbuilder/import', { body: { flow: await file.text(), flowid: flow.id } })
      toast.success(texts.flow.imported)
      const count = saved.problems.filter(({ level }) => level === 'error').length
      if (onImported) onImported(saved)
      else if (count === 0) close()
      else setOpen(count)
    } catch (cause) {
      setError(refusedFile(cause) ? fieldErrorText(texts, 'flowFile') : errorText(cause))
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      size="s"
      title={t.title(flow.name)}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{open === undefined ? texts.ui.cancel : texts.ui.close}</Button>
          {open === undefined ? (
            <FileButton
              variant="primary"
              icon={Upload}
              loading={isSending}
              accept=".json"
              onChoose={(file) => void send(file)}
            >
              {t.choose}
            </FileButton>
          ) : (
            <Button variant="primary" onClick={() => void navigation.go(links.flow({ id: String(flow.id) }))}>
              {t.openFlow}
            </Button>
          )}
        </>
      }
    >
      <p className="flow-import-text">{t.text}</p>
      {open !== undefined && (
        <p className="flow-import-note" role="status">
          <TriangleAlert size={16} aria-hidden />
          {t.chooseAgain(open)}
        </p>
      )}
      <div role="alert">{error && <FailureText>{error}</FailureText>}</div>
    </Dialog>
  )
}

function refusedFile(cause: unknown) {
  return (
    typeof cause === 'object' && cause !== null && 'fields' in cause && Object.hasOwn(cause.fields as object, 'flow')
  )
}
