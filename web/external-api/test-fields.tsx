import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { SentExternalMessage } from '../../src/external-api/external-message.calls'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import type { FormModel } from '../ui/form/form'
import { Form, FormField, TextField } from '../ui/form/form-field'
import { Send } from '../ui/icons'
import { PasswordInput } from '../ui/field/password-input'
import { useUi } from '../ui/context/ui-context'
import { links } from '../app/links'
import { Link } from '../ui/display/link'

export const Token = v.pipe(v.string(), v.trim(), v.minLength(1, 'required'))

interface RecipientValues {
  token: string
  number: string
}

function TokenField({ form }: { form: FormModel<RecipientValues> }) {
  const t = useTexts('externalApi').externalApi
  return (
    <FormField form={form} name="token" label={t.token} help={t.tokenHelp} required>
      {(field) => <PasswordInput {...field} autoComplete="off" />}
    </FormField>
  )
}

function NumberField({ form }: { form: FormModel<RecipientValues> }) {
  const t = useTexts('externalApi').externalApi
  return (
    <TextField
      form={form}
      name="number"
      label={t.number}
      help={t.fields.number}
      required
      inputMode="numeric"
      placeholder="5511988880001"
    />
  )
}

function SendButton<Values>({ form }: { form: FormModel<Values> }) {
  useSignals()
  const t = useTexts('externalApi').externalApi
  return (
    <div>
      <Button type="submit" variant="primary" icon={Send} loading={form.saving.value}>
        {t.send}
      </Button>
    </div>
  )
}

interface TestFormProps<Values extends RecipientValues> {
  form: FormModel<Values>
  answer: SentExternalMessage | undefined
  children: ReactNode
}

export function TestForm<Values extends RecipientValues>({ form, answer, children }: TestFormProps<Values>) {
  const t = useTexts('externalApi').externalApi
  const { toast } = useUi()
  const recipient = form
  return (
    <Form form={form} onSaved={() => toast.success(t.sent)}>
      <TokenField form={recipient} />
      <NumberField form={recipient} />
      {children}
      <SendButton form={form} />
      {answer && <TestAnswer answer={answer} />}
    </Form>
  )
}

function TestAnswer({ answer }: { answer: SentExternalMessage }) {
  const t = useTexts('externalApi').externalApi
  return (
    <div className="stack" role="status">
      <p>{answer.status === 'QUEUED' ? t.queued : t.accepted}</p>
      <pre tabIndex={0}>
        <code>{JSON.stringify(answer, null, 2)}</code>
      </pre>
      <p>
        <Link href={links.ticket(answer.uuid)}>{t.openTicket}</Link>
      </p>
    </div>
  )
}
