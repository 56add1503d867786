import { useSignals } from '@preact/signals-react/runtime'
import { WithTexts } from '../../app/with-texts'
import { AcceptDialog, AlreadyAssignedDialog } from '../../ticket/actions/accept-dialog'
import { TicketLogDialog } from '../../ticket/ticket-log-dialog'
import { TransferDialog } from '../../ticket/actions/transfer-dialog'
import { useTicketChange } from '../header/use-ticket-change'
import { lazyPart } from '../../ui/layout/lazy-part'
import { ScheduleFromContact } from '../../schedule/schedule-from-contact'
import { useConversation } from '../state/conversation-context'
import { ForwardDialog } from './forward-dialog'
import { useState, useEffect, useRef } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { searchContacts, searchLengthMin } from '../../contact/search-contacts'
import { useTexts, useErrorText, useFormat } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import { ActionDialog } from '../../ui/dialog/action-dialog'
import { Field } from '../../ui/field/field'
import { type Option, optionsOf } from '../../ui/select/option'
import { saveBlob } from '../../ui/text/object-url'
import { Switch } from '../../ui/field/switch'
import { useUi } from '../../ui/context/ui-context'
import { useMessageActions } from '../message-actions'
import { MessageActionsSheet } from '../../message/list/message-actions-sheet'
import { summaryOf } from '../../message/message-summary'
import { QuickReactions } from '../../message/list/quick-reactions'
import type { ShownMessage } from '../../message/shown-message'
import type { ApiClient } from '../../api/api-client'
import { links } from '../../app/links'
import { openTicket } from '../../ticket/change-ticket'
import { useOwnQueues } from '../../queue/use-queues'
import { Select } from '../../ui/select/select'
import type { Person } from '../state/conversation-view'
import { useBusyAttempt } from '../../ui/form/use-attempt'
import { isAdmin } from '../../app/screen-access'
import { useFetched } from '../../app/use-fetched'
import { flowOptions, listFlows } from '../../flow/flow.choice'
import { Bot } from '../../ui/icons'
import { Link } from '../../ui/display/link'
import { Note, ErrorState } from '../../ui/feedback/feedback'

const CameraDialog = lazyPart(() => import('../composer/camera-dialog').then((code) => code.CameraDialog))
const SnoozeDialog = lazyPart(() => import('../../ticket/actions/snooze-dialog').then((code) => code.SnoozeDialog))
const PriorityDialog = lazyPart(() =>
  import('../../ticket/actions/priority-dialog').then((code) => code.PriorityDialog),
)
const MacroPicker = lazyPart(() => import('./macro-dialog').then((code) => code.MacroPicker))
const TemplateDialog = lazyPart(() => import('./template-dialog').then((code) => code.TemplateDialog))
const SummaryDialog = lazyPart(() => import('./summary-dialog').then((code) => code.SummaryDialog))
const TraceDialog = lazyPart(() => import('../trace/trace-dialog').then((code) => code.TraceDialog))
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
    case 'priority':
      return (
        <PriorityDialog
          ticket={model.ticket.value}
          onChanged={(priority) => model.setTicket({ ...model.ticket.peek(), priority })}
          onClose={close}
        />
      )
    case 'macro':
      return <MacroPicker onClose={close} />
    case 'summary':
      return <SummaryDialog onClose={close} />
    case 'why':
      return <AgentAnswerDialog messageId={dialog.messageId} onClose={close} />
    case 'trace':
      return <TraceDialog messageId={dialog.messageId} onClose={close} />
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

/** Opens the user's own ticket with a group member, the person on a contact card, or a number in a text. */
function TalkToDialog({ name, person, onClose }: { name: string; person: Person; onClose: () => void }) {
  const texts = useTexts('ticketDialog')
  const { busy, attempt } = useBusyAttempt()
  const t = texts.ticketDialog.accept
  const { api, navigation } = useApp()
  const user = useUser()
  const { model, view } = useConversation()
  const { queueId: present, whatsappId } = model.ticket.peek()
  const queues = useOwnQueues()
  const [chosen, setQueueId] = useState<number | null>(null)
  const queueId = chosen ?? (queues?.find(({ id }) => id === present) ?? queues?.[0])?.id ?? null

  async function open() {
    await attempt(async () => {
      const contactId = await contactOf(api, person)
      const outcome = await openTicket(api, { contactId, userId: user.id, queueId, status: 'open', whatsappId })
      if (outcome.kind === 'alreadyAssigned') return void (view.dialog.value = outcome)
      onClose()
      await navigation.go(links.ticket(outcome.kind === 'own' ? outcome.uuid : outcome.ticket.uuid))
    })
  }

  return (
    <ActionDialog
      size="s"
      title={`${texts.message.actions.talkTo} ${name}`}
      onClose={onClose}
      action={texts.message.contactCard.talk}
      onAction={() => open()}
      busy={busy}
      disabled={queueId === null}
    >
      <Field label={t.queue} help={queues?.length === 0 ? t.noQueues : undefined}>
        <Select value={queueId} onValueChange={setQueueId} options={optionsOf(queues)} />
      </Field>
    </ActionDialog>
  )
}

/** Returns the contact, created if necessary. The number of a card may be hidden here. */
async function contactOf(api: ApiClient, person: Person): Promise<number> {
  if ('contactId' in person) return person.contactId
  if ('number' in person) return (await api.post('/contacts/by-number', { body: person })).id
  const { messageId: id, index } = person
  return (await api.post('/messages/:id/cards/:index/contact', { params: { id, index } })).id
}

function SendFlowDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.sendFlow
  const { model } = useConversation()
  const [flowId, setFlowId] = useState<number | null>(null)
  const { sending, send } = useSendFlow(onClose)
  const { answer, error, retry } = useFetched(listFlows)
  const flows = answer?.filter(({ active }) => active)
  const { bot, contact } = model.ticket.value
  return (
    <ActionDialog
      size="s"
      title={t.title(contact.name)}
      onClose={onClose}
      action={t.send}
      onAction={() => flowId !== null && void send(flowId)}
      busy={sending}
      disabled={flowId === null}
    >
      <div className="form">
        {bot && <Note icon={Bot}>{t.replaces}</Note>}
        {error !== undefined ? (
          <ErrorState title={t.listFailed} error={error} onRetry={retry} compact />
        ) : flows?.length === 0 ? (
          <NoFlows />
        ) : (
          <Field label={t.flow} help={t.help}>
            <Combobox<number> value={flowId} options={flowOptions(flows, '')} onValueChange={setFlowId} />
          </Field>
        )}
      </div>
    </ActionDialog>
  )
}

function NoFlows() {
  const t = useTexts('ticketDialog').ticketDialog.sendFlow
  const mayDraw = isAdmin(useUser())
  return (
    <p>
      {t.none} {mayDraw && <Link href={links.flows()}>{t.draw}</Link>}
    </p>
  )
}

function useSendFlow(onSent: () => void) {
  const { api } = useApp()
  const { model } = useConversation()
  const { busy, attempt } = useBusyAttempt()
  const t = useTexts('ticketDialog').ticketDialog.sendFlow

  async function send(flowId: number) {
    const params = { flowId, ticketId: model.ticket.peek().id }
    if (await attempt(() => api.post('/messages/flow/:flowId/:ticketId', { params }), t.sent, t.failed)) onSent()
  }

  return { sending: busy, send }
}
