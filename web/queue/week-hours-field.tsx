import { useSignals } from '@preact/signals-react/runtime'
import type { DaySchedule } from '../../src/queue/hours/opening-hours.contract'
import { fieldErrorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { Field } from '../ui/field/field'
import type { FormFieldModel, FormModel } from '../ui/form/form'
import { afterPress } from '../ui/form/form-field'
import { WeekHours } from './week-hours'

interface WeekHoursFieldProps<Values> {
  form: FormModel<Values>
  /** Shown once there are hours. */
  help: string
}

/** The opening hours of a form with a field `schedules`; errors are shown at their day. */
export function WeekHoursField<Values extends { schedules: DaySchedule[] }>({
  form,
  help,
}: WeekHoursFieldProps<Values>) {
  useSignals()
  const texts = useTexts('hours')
  const field = form.fields['schedules' as keyof Values & string] as FormFieldModel<DaySchedule[]>
  const error = form.errorAt('schedules')
  return (
    <Field
      id={field.id}
      label={texts.hours.label}
      help={field.value.value.length > 0 && help}
      error={error === null ? null : fieldErrorText(texts, error)}
      group
    >
      <WeekHours
        value={field.value.value}
        onValueChange={field.set}
        onBlur={() => afterPress(field.blur)}
        errorOf={(index) => errorOfDay(form, index)}
      />
    </Field>
  )
}

const parts = ['', '.startTimeA', '.endTimeA', '.startTimeB', '.endTimeB']

function errorOfDay({ errorAt }: Pick<FormModel<unknown>, 'errorAt'>, index: number) {
  return parts.map((part) => errorAt(`schedules.${index}${part}`)).find((error) => error !== null) ?? null
}
