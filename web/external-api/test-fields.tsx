import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import type { FormModel } from '../ui/form'
import { FormField } from '../ui/form-field'
import { Send } from '../ui/icons'
import { PasswordInput } from '../ui/password-input'
import { TextInput } from '../ui/text-input'

export const Token = v.pipe(v.string(), v.trim(), v.minLength(1, 'required'))

interface RecipientValues {
  token: string
  number: string
}

export function TokenField({ form }: { form: FormModel<RecipientValues> }) {
  const t = useTexts('externalApi').externalApi
  const own = form as FormModel<RecipientValues>
  return (
    <FormField form={own} name="token" label={t.token} help={t.tokenHelp} required>
      {(field) => <PasswordInput {...field} autoComplete="off" />}
    </FormField>
  )
}

export function NumberField({ form }: { form: FormModel<RecipientValues> }) {
  const t = useTexts('externalApi').externalApi
  const own = form as FormModel<RecipientValues>
  return (
    <FormField form={own} name="number" label={t.number} help={t.fields.number} required>
      {(field) => <TextInput {...field} inputMode="numeric" autoComplete="off" placeholder="5511988880001" />}
    </FormField>
  )
}

export function SendButton<Values>({ form }: { form: FormModel<Values> }) {
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
