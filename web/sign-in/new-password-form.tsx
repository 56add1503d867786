import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import { Password } from '../../src/platform/company/company.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'
import { PasswordInput } from '../ui/field/password-input'

const NewPassword = v.object({ newPassword: Password })

export interface NewPasswordFormProps {
  email: string
  /** The one that somebody else has seen. */
  password: string
}

/** The second step of the first sign-in with a password that somebody else has seen. */
export function NewPasswordForm({ email, password }: NewPasswordFormProps) {
  useSignals()
  const t = useTexts().session
  const { session } = useApp()
  const form = useForm({
    schema: NewPassword,
    initial: { newPassword: '' },
    save: ({ newPassword }) => session.login(email, password, newPassword),
  })
  return (
    <Form form={form} className="login-form">
      {/* For password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <FormField form={form} name="newPassword" label={t.newPassword} help={t.newPasswordHelp}>
        {(field) => <PasswordInput {...field} name="newPassword" autoComplete="new-password" autoFocus />}
      </FormField>
      <Button type="submit" variant="primary" size="l" wide loading={form.saving.value}>
        {form.saving.value ? t.entering : t.saveAndEnter}
      </Button>
    </Form>
  )
}
