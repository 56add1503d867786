import { SettingGateNote } from '../../setting-gate/setting-gate-note'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { NumberField } from '../../ui/form/number-field'
import { TextArea } from '../../ui/field/text-area'
import type { ConnectionRules, ConnectionValues } from './connection-form'
import { VariableList } from '../../message/variable-list'

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
        <NumberField
          form={form}
          name="maxUseBotQueuesNPS"
          label={t.ratingRepeats}
          help={t.ratingRepeatsHelp}
          unit={t.times}
          example={3}
        />
        {rates && (
          <NumberField
            form={form}
            name="expiresTicketNPS"
            label={t.ratingExpires}
            required
            unit={t.minutes}
            example={60}
          />
        )}
      </div>
      <VariableList label={t.variables} />
    </>
  )
}
