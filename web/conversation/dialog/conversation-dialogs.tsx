import { useSignals } from '@preact/signals-react/runtime'
import { WithTexts } from '../../app/with-texts'
import { AcceptDialog } from '../../ticket/actions/accept-dialog'
import { AlreadyAssignedDialog } from '../../ticket/actions/already-assigned-dialog'
import { TicketLogDialog } from '../../ticket/ticket-log-dialog'
import { TransferDialog } from '../../ticket/actions/transfer-dialog'
import { useTicketChange } from '../header/use-ticket-change'
import { lazyPart } from '../../ui/layout/lazy-part'
import { ScheduleFromContact } from '../../schedule/schedule-from-contact'
import { useConversation } from '../state/conversation-context'
import { ForwardDialog } from './forward-dialog'
import { SendFlowDialog } from './send-flow-dialog'
import { TalkToDialog } from './talk-to-dialog'
import { useState, useEffect, useRef } from 'react'
import { useApp } from '../../app/app-context'
import { searchContacts, searchLengthMin } from '../../contact/search-contacts'
import { useTexts, useErrorText, useFormat } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Field } from '../../ui/field/field'
import type { Option } from '../../ui/select/option'
import { saveBlob } from '../../ui/text/save-blob'
import { Switch } from '../../ui/field/switch'
import { useUi } from '../../ui/context/ui-context'
import { useMessageActions } from '../message-actions'
import { MessageActionsSheet } from '../../message/list/message-actions-sheet'
import { summaryOf } from '../../message/message-summary'
import { QuickReactions } from '../../message/list/quick-reactions'
import type { ShownMessage } from '../../message/shown-message'

const CameraDialog = lazyPart(() => import('../composer/camera-dialog').then((code) => code.CameraDialog))
const SnoozeDialog = lazyPart(() => import('../../ticket/actions/snooze-dialog').then((code) => code.SnoozeDialog))
const MacroPicker = lazyPart(() => import('./macro-dialog').then((code) => code.MacroPicker))
const TemplateDialog = lazyPart(() => import('./template-dialog').then((code) => code.TemplateDialog))
const SummaryDialog = lazyPart(() => import('./summary-dialog').then((code) => code.SummaryDialog))
const AgentAnswerDialog = lazyPart(() =>
  import('../../ai-agent/agent-answer-dialog').then((code) => code.AgentAnswerDialog),
)
const MediaViewer = lazyPart(() => import('../bubble/media-viewer').then((code) => code.MediaViewer))

export function ConversationDialogs() {
  useSignals()
  const { model, view } = useConversation()
  const { change } = useTicketChange()
  const dialog = view.dialog.value
  const close = () => (view.dialog.value = undefined)
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'forward':
      return <ForwardDialog messages={dialog.messages} onClose={close} />
    case 'sheet':
      return <MessageSheet message={dialog.message} onClose={close} />
    case 'viewer':
      return <MediaViewer startKey={dialog.key} onClose={close} />
    case 'talk-to':
      return <TalkToDialog name={dialog.name} person={dialog.person} onClose={close} />
    case 'camera':
      return <CameraDialog onClose={close} />
    case 'send-contact':
      return <SendContactDialog onClose={close} />
    case 'accept':
      return <AcceptDialog ticket={model.ticket.value} change={change} onClose={close} />
    case 'transfer':
      return <TransferDialog ticket={model.ticket.value} change={change} reopening={dialog.reopening} onClose={close} />
    case 'log':
      return <TicketLogDialog ticketId={model.ticket.peek().id} onClose={close} />
    case 'export':
      return <ExportDialog onClose={close} />
    case 'send-flow':
      return <SendFlowDialog onClose={close} />
    case 'template':
      return (
        <WithTexts areas={['template']}>
          <TemplateDialog onClose={close} />
        </WithTexts>
      )
    case 'snooze':
      return <SnoozeDialog ticket={model.ticket.value} onClose={close} />
    case 'macro':
      return <MacroPicker onClose={close} />
    case 'summary':
      return <SummaryDialog onClose={close} />
    case 'why':
      return <AgentAnswerDialog messageId={dialog.messageId} onClose={close} />
    case 'schedule':
      return <ScheduleFromContact contact={model.ticket.value.contact} close={close} />
    case 'alreadyAssigned':
      return <AlreadyAssignedDialog ticket={dialog} onClose={close} />
  }
}

function SendContactDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.sendContact
  const { api } = useApp()
  const { model, composer } = useConversation()
  const [search] = useState(() => searchContacts(api, { isGroup: 'false' }))
  const [chosen, setChosen] = useState<Option<number> | null>(null)

  function send() {
    if (!chosen) return
    const contact = { id: chosen.value, name: chosen.label, number: chosen.description ?? '' }
    model.outbox.send(composer.takeExtra({ contact }, false))
    onClose()
  }

  return (
    <ActionDialog size="s" title={t.title} onClose={onClose} action={t.send} onAction={send} disabled={!chosen}>
      <Field label={texts.message.kinds.contact}>
        <Combobox
          value={chosen?.value ?? null}
          onValueChange={(_, option) => setChosen(option)}
          selected={chosen}
          search={search}
          lengthMin={searchLengthMin}
          placeholder={t.search}
        />
      </Field>
    </ActionDialog>
  )
}

/** Saves the conversation as a PDF: this ticket, or with the contact's earlier ones. */
function ExportDialog({ onClose }: { onClose: () => void }) {
  const { api } = useApp()
  const { model } = useConversation()
  const texts = useTexts('ticketDialog')
  const errorText = useErrorText()
  const t = texts.ticketDialog.export
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
      const { conversationPdf } = await import('../export/conversation-pdf')
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

function MessageSheet({ message, onClose }: { message: ShownMessage; onClose: () => void }) {
  const t = useTexts().message
  const format = useFormat()
  const { items, may, react } = useMessageActions(message)
  return (
    <MessageActionsSheet
      title={summaryOf(message, t)}
      description={format.dateTime(message.createdAt)}
      items={items}
      onClose={onClose}
    >
      {may.react && (
        <QuickReactions
          onReact={(emoji) => {
            onClose()
            react(emoji)
          }}
        />
      )}
    </MessageActionsSheet>
  )
}
