import type { FieldProps } from '../ui/field/field'
import { PasswordInput } from '../ui/field/password-input'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'

interface CurrentPasswordFieldProps<Values> extends Pick<FieldProps, 'label' | 'help'> {
  form: FormModel<Values>
  autoFocus?: boolean
}

/** Of a form that asks who is signed in for their password once more. */
export function CurrentPasswordField<Values extends { currentPassword: string }>({
  form,
  autoFocus,
  ...field
}: CurrentPasswordFieldProps<Values>) {
  return (
    <FormField form={form as FormModel<Record<string, string>>} name="currentPassword" {...field} required>
      {(control) => <PasswordInput {...control} autoComplete="current-password" autoFocus={autoFocus} />}
    </FormField>
  )
}
