import { AcceptDialog, AlreadyAssignedDialog, QueueQuestion } from '../ticket/actions/accept-dialog'
import { PriorityDialog } from '../ticket/actions/priority-dialog'
import { SnoozeDialog } from '../ticket/actions/snooze-dialog'
import { TransferDialog } from '../ticket/actions/transfer-dialog'
import { useInbox, type InboxDialog, type RefusedTicket, type TicketContactPick } from './state/inbox-context'
import { useRowChange } from './row/use-row-change'
import { useState } from 'react'
import { useTexts } from '../i18n/i18n'
import { Dialog } from '../ui/dialog/dialog'
import { NewTicketForm } from './new-ticket/new-ticket-form'
import type { ContactView } from '../../src/contact/contact.answers'
import { CreateContactBody } from '../../src/contact/contact.contract'
import * as v from 'valibot'
import { useApp } from '../app/app-context'
import { Button } from '../ui/button/button'
import { useForm } from '../ui/form/form'
import { Form, FormField, TextField } from '../ui/form/form-field'
import { SaveButton } from '../ui/button/save-button'
import { PhoneInput } from '../app/phone-input'
import { useTags } from '../contact/use-tags'
import { TransferQuestion } from '../ticket/actions/transfer-question'
import { PickList, type PickOption } from '../ui/select/pick-list'
import { useBulkChange } from './selection/use-bulk-change'
import { optionsOf } from '../ui/select/option'

/** Renders the dialogs of the conversation's header, opened from a row, and the new-ticket dialog. */
export function OpenInboxDialog({ dialog: open }: { dialog: InboxDialog }) {
  const { dialog } = useInbox()
  const { change } = useRowChange()
  const close = () => (dialog.value = undefined)
  switch (open.kind) {
    case 'new':
      return <NewTicketDialog contact={open.contact ?? null} connectionId={open.connectionId} onClose={close} />
    case 'accept':
      return <AcceptDialog ticket={open.ticket} change={(request) => change(open.ticket, request)} onClose={close} />
    case 'transfer':
      return (
        <TransferDialog
          ticket={open.ticket}
          change={(request) => change(open.ticket, request)}
          reopening={open.reopening}
          onClose={close}
        />
      )
    case 'snooze':
      return <SnoozeDialog ticket={open.ticket} onClose={close} />
    case 'priority':
      return <PriorityDialog ticket={open.ticket} onClose={close} />
    case 'bulk-accept':
      return <BulkAcceptDialog ids={open.ids} onClose={close} />
    case 'bulk-transfer':
      return <BulkTransferDialog ids={open.ids} onClose={close} />
    case 'bulk-tag':
      return <BulkTagDialog ids={open.ids} onClose={close} />
    case 'bulk-refused':
      return <RefusedDialog refused={open.refused} count={open.count} onClose={close} />
    case 'alreadyAssigned':
      return <AlreadyAssignedDialog ticket={open} onClose={close} />
  }
}

interface NewTicketDialogProps {
  contact: TicketContactPick | null
  /** The connection, if known already. */
  connectionId?: number | undefined
  onClose: () => void
}

function NewTicketDialog({ contact: known, connectionId, onClose }: NewTicketDialogProps) {
  const t = useTexts('ticketDialog').ticketDialog.create
  const [creating, setCreating] = useState<string | undefined>(undefined)
  const [contact, setContact] = useState(known)
  if (creating !== undefined) {
    return (
      <Dialog open title={t.newContact} description={t.newContactText} onClose={onClose}>
        <NewTicketContact
          typed={creating}
          onBack={() => setCreating(undefined)}
          onSaved={(saved) => {
            setContact(saved)
            setCreating(undefined)
          }}
        />
      </Dialog>
    )
  }
  return (
    <Dialog open title={t.title} onClose={onClose}>
      <NewTicketForm
        contact={contact}
        connectionId={connectionId}
        onContact={setContact}
        onCreate={setCreating}
        onClose={onClose}
      />
    </Dialog>
  )
}

const Schema = v.pick(CreateContactBody, ['name', 'number'])

interface NewTicketContactProps {
  /** The number or name that was searched without a result. */
  typed: string
  onBack: () => void
  onSaved: (contact: ContactView) => void
}

function NewTicketContact({ typed, onBack, onSaved }: NewTicketContactProps) {
  const { api } = useApp()
  const t = useTexts('ticketDialog').ticketDialog.create
  const isNumber = /^[\d\s()+-]+$/.test(typed)
  const form = useForm({
    schema: Schema,
    initial: { name: isNumber ? '' : typed, number: isNumber ? typed : '' },
    save: async (values) => onSaved(await api.post('/contacts', { body: { ...values, email: '' } })),
  })
  return (
    <Form
      form={form}
      footer={
        <>
          <Button onClick={onBack}>{t.otherContact}</Button>
          <SaveButton form={form}>{t.saveContact}</SaveButton>
        </>
      }
    >
      <TextField form={form} name="name" label={t.name} required />
      <FormField form={form} name="number" label={t.number} help={t.numberHelp} required>
        {(field) => <PhoneInput {...field} />}
      </FormField>
    </Form>
  )
}

interface BulkDialogProps {
  ids: readonly number[]
  onClose: () => void
}

function BulkAcceptDialog({ ids, onClose }: BulkDialogProps) {
  const change = useBulkChange()
  return <QueueQuestion onChoose={(queueId) => change(ids, { action: 'accept', queueId })} onClose={onClose} />
}

function BulkTransferDialog({ ids, onClose }: BulkDialogProps) {
  const change = useBulkChange()
  const texts = useTexts('ticketDialog')
  const { transfer } = texts.ticketDialog
  return (
    <TransferQuestion
      title={transfer.title}
      description={texts.ticket.selection.count(ids.length)}
      action={transfer.send}
      queueId={null}
      userId={null}
      hasMessage
      onSend={(target) => change(ids, { action: 'transfer', ...target })}
      onClose={onClose}
    />
  )
}

function BulkTagDialog({ ids, onClose }: BulkDialogProps) {
  const change = useBulkChange()
  const texts = useTexts()
  const t = texts.ticket.selection
  const tags = useTagOptions()
  return (
    <Dialog
      open
      size="s"
      title={t.tag}
      description={t.count(ids.length)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.ui.cancel}</Button>}
    >
      <PickList
        label={t.tag}
        placeholder={t.searchTag}
        groups={[{ heading: texts.ticket.filter.tags, options: tags ?? [] }]}
        value={null}
        onPick={(tagId) => void change(ids, { action: 'tag', tagId })}
        none={tags ? t.noTag : texts.ui.loading}
      />
    </Dialog>
  )
}

function useTagOptions(): readonly PickOption<number>[] | undefined {
  const tags = useTags()
  return tags && optionsOf(tags)
}

interface RefusedDialogProps {
  refused: readonly RefusedTicket[]
  count: number
  onClose: () => void
}

/** Names each ticket that stays as it was, and why. They remain selected. */
function RefusedDialog({ refused, count, onClose }: RefusedDialogProps) {
  const texts = useTexts()
  const t = texts.ticket.selection
  return (
    <Dialog
      open
      size="s"
      title={t.refusedTitle(refused.length, count)}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {texts.ui.ok}
        </Button>
      }
    >
      <ul className="refused-tickets stack gap-3">
        {refused.map(({ id, name, reason }) => (
          <li key={id}>
            <b dir="auto">{name}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
