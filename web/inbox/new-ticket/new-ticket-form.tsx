import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { ConnectionPick } from '../../../src/connection/connection.calls'
import { useApp, useUser, type AppModels } from '../../app/app-context'
import { connectionOptions, useConnections } from '../../connection/use-connections'
import { contactOption, searchLengthMin } from '../../contact/search-contacts'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Combobox } from '../../ui/select/combobox'
import { useForm } from '../../ui/form/form'
import { Form, FormField } from '../../ui/form/form-field'
import { optionsOf, type Option } from '../../ui/select/option'
import { SaveButton } from '../../ui/button/save-button'
import { Select } from '../../ui/select/select'
import { openTicket } from '../../ticket/change-ticket'
import { useInbox, type TicketContactPick } from '../state/inbox-context'
import { useRowChange } from '../row/use-row-change'

const createLengthMin = 3
const Schema = v.object({
  contactId: v.number(),
  queueId: v.pipe(
    v.custom<number>(() => true),
    v.check((id) => typeof id === 'number', 'ERR_QUEUE_REQUIRED'),
  ),
  whatsappId: v.number(),
})

interface NewTicketFormProps {
  contact: TicketContactPick | null
  connectionId?: number | undefined
  onContact: (contact: TicketContactPick | null) => void
  /** Called to create a contact of that name or number. */
  onCreate: (typed: string) => void
  onClose: () => void
}

export function NewTicketForm({ contact, connectionId, onContact, onCreate, onClose }: NewTicketFormProps) {
  useSignals()
  const { api } = useApp()
  const user = useUser()
  const texts = useTexts('ticketDialog')
  const t = texts.ticketDialog.create
  const { follow } = useRowChange()
  const { model } = useInbox()
  const offered = model.queues.offered.value
  const connections = useConnections(connectionId === undefined ? contact?.channel : undefined)
  const form = useForm({
    schema: Schema,
    initial: firstChoice(user, contact),
    save: (body) => follow(() => openTicket(api, { ...body, userId: user.id, status: 'open' }), model.follow),
  })
  useFirstConnection(connections, connectionId ?? user.whatsappId, form)
  return (
    <Form
      form={form}
      footer={
        <>
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <SaveButton form={form}>{t.start}</SaveButton>
        </>
      }
    >
      <FormField form={form} name="contactId" label={t.contact} required>
        {(field) => <ContactPicker {...field} contact={contact} onContact={onContact} onCreate={onCreate} />}
      </FormField>
      <FormField form={form} name="queueId" label={t.queue} required>
        {(field) => <Select<number> {...field} options={optionsOf(offered)} data-autofocus={contact !== null} />}
      </FormField>
      <FormField
        form={form}
        name="whatsappId"
        label={t.connection}
        help={connections?.length === 0 ? t.noConnections : undefined}
        required
      >
        {(field) => <Select<number> {...field} options={connectionOptions(connections ?? [], t.offline)} />}
      </FormField>
    </Form>
  )
}

interface ContactPickerProps extends Pick<NewTicketFormProps, 'contact' | 'onContact' | 'onCreate'> {
  value: number
  onValueChange: (value: number) => void
  onBlur: () => void
}

function ContactPicker({ contact, onContact, onCreate, ...field }: ContactPickerProps) {
  const t = useTexts('ticketDialog').ticketDialog.create
  const { api } = useApp()
  const [search] = useState(() => searchPeople(api))
  return (
    <Combobox<number>
      {...field}
      value={field.value ?? null}
      onValueChange={(value, option) => {
        field.onValueChange(value as number)
        onContact((option as ContactChoice | null)?.contact ?? null)
      }}
      selected={contact && contactOption(contact)}
      search={search}
      lengthMin={searchLengthMin}
      placeholder={t.contactPlaceholder}
      onCreate={onCreate}
      createLengthMin={createLengthMin}
    />
  )
}

type ContactChoice = Option<number> & { contact: TicketContactPick }

function searchPeople(api: AppModels['api']) {
  return async (searchParam: string, signal: AbortSignal): Promise<ContactChoice[]> => {
    const { contacts } = await api.get('/contacts', { query: { searchParam, pageNumber: 1 }, signal })
    return contacts.map((contact) => ({ ...contactOption(contact), contact }))
  }
}

/** Preselects a queue only if there is just one. */
function firstChoice(user: ReturnType<typeof useUser>, contact: TicketContactPick | null) {
  const only = user.queues.length === 1 ? user.queues[0]?.id : undefined
  // The form's types describe its values when it can be saved.
  return { contactId: contact?.id, queueId: only, whatsappId: undefined } as unknown as {
    contactId: number
    queueId: number
    whatsappId: number
  }
}

/** Returns the user's own connection, else the company's default, else the only one. */
function useFirstConnection(
  connections: readonly ConnectionPick[] | undefined,
  ownId: number | null,
  { fields: { whatsappId } }: { fields: { whatsappId: { value: { peek(): number }; set: (id: number) => void } } },
) {
  useEffect(() => {
    if (!connections || connections.some(({ id }) => id === whatsappId.value.peek())) return
    const first =
      connections.find(({ id }) => id === ownId) ??
      connections.find(({ isDefault }) => isDefault) ??
      (connections.length === 1 ? connections[0] : undefined)
    if (first) whatsappId.set(first.id)
  }, [connections?.map(({ id }) => id).join()])
}
