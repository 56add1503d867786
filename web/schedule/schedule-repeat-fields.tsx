import { useSignals } from '@preact/signals-react/runtime'
import { dayRules, intervals } from '../../src/schedule/schedule.contract'
import { useTexts } from '../i18n/i18n'
import { FormField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import type { ScheduleFormModel } from './schedule-form'

const unitOrder = [intervals.minute, intervals.day, intervals.week, intervals.month]

/** Recurrence: interval, number of sendings, and the rule for weekends. */
export function ScheduleRepeatFields({ form }: { form: ScheduleFormModel }) {
  useSignals()
  const t = useTexts('schedule').schedule.fields
  const { intervalo, repeats } = form.fields
  const units = unitOrder.map((value) => ({ value, label: t.units[value] }))
  const rules = Object.values(dayRules).map((value) => ({ value, label: t.dayRules[value] }))
  return (
    <div className="schedule-part">
      <SwitchField form={form} name="repeats" label={t.repeat} help={t.repeatHelp} />
      {repeats.value.value && (
        <div className="schedule-part-fields">
          <NumberField
            form={form}
            name="valorIntervalo"
            label={t.interval}
            example={1}
            beside={
              <Select<number>
                label={t.intervalUnit}
                value={intervalo.value.value}
                onValueChange={intervalo.set}
                options={units}
              />
            }
          />
          <NumberField form={form} name="enviarQuantasVezes" label={t.times} example={5} />
        </div>
      )}
      <FormField form={form} name="tipoDias" label={t.days}>
        {(field) => <Select<number> {...field} options={rules} />}
      </FormField>
    </div>
  )
}
