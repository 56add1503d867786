import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../app/app-context'
import { useErrorText, useFormat, useTexts } from '../../i18n/i18n'
import { useConversation } from '../state/conversation-context'
import { saveBlob } from '../../ui/text/save-blob'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Switch } from '../../ui/field/switch'
import { useUi } from '../../ui/context/ui-context'

/** Saves the conversation as a PDF: this ticket, or with the contact's earlier ones. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { api } = useApp()
  const { model } = useConversation()
  const texts = useTexts()
  const errorText = useErrorText()
  const t = texts.conversation.export
  const format = useFormat()
  const { toast } = useUi()
  const [earlier, setEarlier] = useState(false)
  const [count, setCount] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function save() {
    const ticket = model.ticket.peek()
    const { signal } = (stop.current = new AbortController())
    setCount(0)
    try {
      const { conversationPdf } = await import('./conversation-pdf')
      const pdf = await conversationPdf({ api, ticket, earlier, texts, format, signal, onProgress: setCount })
      if (pdf) saveBlob(pdf, `${t.title(ticket.id, ticket.contact.name)}.pdf`)
      else toast.error(t.nothing)
      onClose()
    } catch (cause) {
      if (signal.aborted) return
      setCount(undefined)
      toast.error(errorText(cause))
    }
  }

  return (
    <ActionDialog
      size="s"
      title={texts.conversation.actions.export}
      onClose={onClose}
      action={t.save}
      onAction={() => save()}
      busy={count !== undefined}
    >
      <div className="form">
        <p>{t.about(model.ticket.peek().id)}</p>
        <Switch label={t.earlier} checked={earlier} disabled={count !== undefined} onCheckedChange={setEarlier} />
        <p role="status">{count !== undefined && t.reading(count)}</p>
      </div>
    </ActionDialog>
  )
}
