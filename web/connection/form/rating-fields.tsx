import { Info } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { Note } from '../../ui/feedback/note'
import { NumberInput } from '../../ui/field/number-input'
import { TextArea } from '../../ui/field/text-area'
import type { ConnectionValues } from './connection-form'
import { VariableList } from '../../message/variable-list'

const repeatsMax = 100

/** `rates`: the company requests ratings; only then the waiting time applies. */
export function RatingFields({ form, rates }: { form: FormModel<ConnectionValues>; rates: boolean }) {
  const { connection } = useTexts('connection')
  const t = connection.fields
  return (
    <>
      {!rates && <Note icon={Info}>{connection.ratingOff}</Note>}
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
