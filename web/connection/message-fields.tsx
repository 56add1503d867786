import { useTexts } from '../i18n/i18n'
import type { FormModel } from '../ui/form'
import { FormField } from '../ui/form-field'
import { TextArea } from '../ui/text-area'
import type { ConnectionValues } from './connection-form'
import { VariableList } from './variable-list'

export function MessageFields({ form }: { form: FormModel<ConnectionValues> }) {
  const t = useTexts('connection').connection.fields
  return (
    <>
      <FormField form={form} name="greetingMessage" label={t.greeting} help={t.greetingHelp}>
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
      <FormField form={form} name="complationMessage" label={t.completion} help={t.completionHelp}>
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
      <VariableList />
    </>
  )
}
