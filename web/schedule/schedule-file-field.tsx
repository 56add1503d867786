import { useTexts } from '../i18n/i18n'
import { FileInput } from '../ui/field/file-input'
import { FormField } from '../ui/form/form-field'
import type { ScheduleFormModel } from './schedule-form'

export function ScheduleFileField({ form }: { form: ScheduleFormModel }) {
  const t = useTexts('schedule').schedule.fields
  return (
    <FormField form={form} name="attachment" label={t.attachment} group>
      {({ value, onValueChange }) => <FileInput value={value} onValueChange={onValueChange} />}
    </FormField>
  )
}
