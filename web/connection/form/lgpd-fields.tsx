import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { Select } from '../../ui/select/select'
import { TextArea } from '../../ui/field/text-area'
import { TextInput } from '../../ui/field/text-input'
import type { ConnectionValues } from './connection-form'

/** LGPD settings of the connection that override the company's. */
export function LgpdFields({ form }: { form: FormModel<ConnectionValues> }) {
  const t = useTexts('connection').connection.lgpd
  const choices = [
    { value: 'inherit' as const, label: t.inherit },
    { value: 'enabled' as const, label: t.enabled },
    { value: 'disabled' as const, label: t.disabled },
  ]
  return (
    <fieldset className="connection-lgpd">
      <legend>{t.title}</legend>
      <FormField form={form} name="lgpdMessage" label={t.message} help={t.messageHelp}>
        {(field) => <TextArea {...field} rows={3} />}
      </FormField>
      <FormField form={form} name="lgpdLink" label={t.link} help={t.linkHelp}>
        {(field) => <TextInput {...field} type="url" autoComplete="off" />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="lgpdConsent" label={t.consent}>
          {(field) => <Select {...field} options={choices} />}
        </FormField>
        <FormField form={form} name="lgpdDeleteMessage" label={t.deleted}>
          {(field) => <Select {...field} options={choices} />}
        </FormField>
      </div>
    </fieldset>
  )
}
