import { SettingGateNote } from '../../setting-gate/setting-gate-note'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { NumberInput } from '../../ui/field/number-input'
import { TextArea } from '../../ui/field/text-area'
import type { ConnectionRules, ConnectionValues } from './connection-form'
import { VariableList } from '../../message/variable-list'

const repeatsMax = 100

interface RatingFieldsProps {
  form: FormModel<ConnectionValues>
  rules: Pick<ConnectionRules, 'rates' | 'foreign'>
}

export function RatingFields({ form, rules: { rates, foreign } }: RatingFieldsProps) {
  const t = useTexts('connection').connection.fields
  return (
    <>
      <SettingGateNote gate="rating" settings={foreign} />
      <FormField form={form} name="ratingMessage" label={t.rating} help={t.ratingHelp} required={rates}>
        {(field) => <TextArea {...field} rows={4} />}
      </FormField>
      <div className="form-row">
        <FormField form={form} name="maxUseBotQueuesNPS" label={t.ratingRepeats} help={t.ratingRepeatsHelp}>
          {(field) => <NumberInput {...field} min={0} max={repeatsMax} unit={t.times} />}
        </FormField>
        {rates && (
          <FormField form={form} name="expiresTicketNPS" label={t.ratingExpires} required>
            {(field) => <NumberInput {...field} min={0} unit={t.minutes} />}
          </FormField>
        )}
      </div>
      <VariableList label={t.variables} />
    </>
  )
}
