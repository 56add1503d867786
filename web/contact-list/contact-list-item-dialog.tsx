import * as v from 'valibot'
import type { ContactListItemView } from '../../src/contact-list/contact-list.calls'
import { ContactListItemBody } from '../../src/contact-list/contact-list.contract'
import { useApp } from '../app/app-context'
import { PhoneInput } from '../app/phone-input'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { FormField } from '../ui/form/form-field'
import { TextInput } from '../ui/field/text-input'
import { TextField } from '../ui/form/text-field'

const ItemForm = v.pick(ContactListItemBody, ['name', 'number', 'email'])

interface ContactListItemDialogProps {
  listId: number
  /** Undefined to add one. */
  item: ContactListItemView | undefined
  close: () => void
}

export function ContactListItemDialog({ listId, item, close }: ContactListItemDialogProps) {
  const t = useTexts('contactList').contactList.items
  const { api } = useApp()
  return (
    <RecordDialog
      record={item}
      texts={t}
      size="s"
      schema={ItemForm}
      save={(body, changes) =>
        item
          ? api.put('/contact-list-items/:id', { params: { id: item.id }, body: changes })
          : api.post('/contact-list-items', { body: { ...body, contactListId: listId } })
      }
      close={close}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.columns.name} required />
          <FormField form={form} name="number" label={t.columns.number} help={t.numberHelp} required>
            {(field) => <PhoneInput {...field} />}
          </FormField>
          <FormField form={form} name="email" label={t.columns.email}>
            {({ value, ...field }) => <TextInput {...field} value={value ?? ''} inputMode="email" autoComplete="off" />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}
