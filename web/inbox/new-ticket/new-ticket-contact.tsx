import type { ContactView } from '../../../src/contact/contact.answers'
import { CreateContactBody } from '../../../src/contact/contact.contract'
import * as v from 'valibot'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useForm } from '../../ui/form/form'
import { Form, FormField } from '../../ui/form/form-field'
import { SaveButton } from '../../ui/button/save-button'
import { PhoneInput } from '../../phone/phone-input'
import { TextInput } from '../../ui/field/text-input'

const Schema = v.pick(CreateContactBody, ['name', 'number'])

interface NewTicketContactProps {
  /** The number or name that was searched without a result. */
  typed: string
  onBack: () => void
  onSaved: (contact: ContactView) => void
}

export function NewTicketContact({ typed, onBack, onSaved }: NewTicketContactProps) {
  const { api } = useApp()
  const t = useTexts().ticket.create
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
      <FormField form={form} name="name" label={t.name} required>
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="number" label={t.number} help={t.numberHelp} required>
        {(field) => <PhoneInput {...field} />}
      </FormField>
    </Form>
  )
}
