import { useSignals } from '@preact/signals-react/runtime'
import { useFormat, useTexts } from '../../i18n/i18n'
import { FormField } from '../../ui/form/form-field'
import { MomentInput } from '../../ui/field/moment-input'
import type { CampaignFormModel } from './campaign-form'

/** The start time; if empty, the campaign is started manually. */
export function CampaignSchedule({ form }: { form: CampaignFormModel }) {
  useSignals()
  const t = useTexts('campaign').campaign.fields
  const format = useFormat()
  const invalid = form.fields.scheduledAt.error.value !== null
  return (
    <FormField form={form} name="scheduledAt" label={t.scheduledAt} help={t.scheduledAtHelp(format.timeZone)} group>
      {(field) => <MomentInput {...field} dateLabel={t.date} timeLabel={t.time} invalid={invalid} />}
    </FormField>
  )
}
