import * as v from 'valibot'
import { Button } from '../../../web/ui/button/button'
import { useForm, useUnsavedGuard } from '../../../web/ui/form/form'
import { Form, FormField } from '../../../web/ui/form/form-field'
import { SaveButton } from '../../../web/ui/button/save-button'
import { Select } from '../../../web/ui/select/select'
import { TextInput } from '../../../web/ui/field/text-input'
import { useUi } from '../../../web/ui/context/ui-context'
import { Section } from './gallery-section'
import { queues } from './gallery-data'

const ContactBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2, 'tooShort'), v.maxLength(50, 'tooLong')),
  email: v.pipe(v.string(), v.email('invalidEmail')),
  queueId: v.nullable(v.number()),
})

export function FormSection() {
  return (
    <Section title="Formulário">
      <ContactForm />
    </Section>
  )
}

export function ContactForm({ onDone }: { onDone?: () => void }) {
  const { toast } = useUi()
  const form = useForm({
    schema: ContactBody,
    initial: { name: '', email: '', queueId: null },
    async save({ email }) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      if (email === 'ana@acme.com') throw { error: 'ERR_EMAIL_ALREADY_EXISTS', fields: { email: 'emailTaken' } }
      if (email === 'erro@acme.com') throw { error: 'ERR_PLAN_LIMIT' }
    },
  })
  useUnsavedGuard(form)
  return (
    <Form
      form={form}
      onSaved={() => {
        toast.success('Contato salvo com sucesso')
        onDone?.()
      }}
    >
      <div className="form-row">
        <FormField form={form} name="name" label="Nome" required>
          {(field) => <TextInput {...field} />}
        </FormField>
        <FormField form={form} name="email" label="E-mail" help="ana@acme.com já existe">
          {(field) => <TextInput {...field} type="email" />}
        </FormField>
      </div>
      <FormField form={form} name="queueId" label="Fila" optional>
        {(field) => <Select {...field} options={queues} />}
      </FormField>
      <div className="gallery-row">
        <Button onClick={() => form.reset()}>Desfazer</Button>
        <SaveButton form={form} />
      </div>
    </Form>
  )
}
