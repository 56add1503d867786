import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../i18n/i18n'
import { PasswordInput } from '../ui/field/password-input'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import type { UserValues } from './user-form'

/** How a new user gets a password: by a link, or from the admin. */
export function AccessFields({ form }: { form: FormModel<UserValues> }) {
  useSignals()
  const t = useTexts('user').user.fields
  const byLink = form.fields.access.value.value === 'link'
  const options = [
    { value: 'link' as const, label: t.byLink },
    { value: 'password' as const, label: t.byPassword },
  ]
  return (
    <>
      <FormField form={form} name="access" label={t.access} help={byLink ? t.byLinkHelp : undefined}>
        {(field) => <Select {...field} options={options} />}
      </FormField>
      {!byLink && (
        <FormField form={form} name="password" label={t.password} required help={t.passwordHelp}>
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
      )}
    </>
  )
}
