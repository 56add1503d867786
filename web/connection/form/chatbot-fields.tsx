import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { NumberInput } from '../../ui/field/number-input'
import { Select } from '../../ui/select/select'
import { TextArea } from '../../ui/field/text-area'
import type { ConnectionValues } from './connection-form'
import type { ConnectionsData } from '../load-connections'
import { VariableList } from '../../message/variable-list'
import { optionsOf } from '../../ui/select/option'

const repeatsMax = 100

interface ChatbotFieldsProps {
  form: FormModel<ConnectionValues>
  queues: ConnectionsData['queues']
}

/** Automatic behaviour for contacts who have not chosen a queue or are silent. */
export function ChatbotFields({ form, queues }: ChatbotFieldsProps) {
  const t = useTexts('connection').connection.fields
  const options = optionsOf(queues)
  const silences = [
    { value: 0 as const, label: t.silenceOfAnybody },
    { value: 1 as const, label: t.silenceOfContact },
  ]
  return (
    <>
      <div className="form-row">
        <FormField form={form} name="maxUseBotQueues" label={t.repeats} help={t.repeatsHelp}>
          {(field) => <NumberInput {...field} min={0} max={repeatsMax} unit={t.times} />}
        </FormField>
        <FormField form={form} name="timeUseBotQueues" label={t.repeatPause} help={t.repeatPauseHelp}>
          {(field) => <NumberInput {...field} min={0} unit={t.minutes} />}
        </FormField>
      </div>
      <div className="form-row">
        <FormField form={form} name="timeSendQueue" label={t.redirectAfter} help={t.redirectAfterHelp}>
          {(field) => <NumberInput {...field} min={0} unit={t.minutes} />}
        </FormField>
        <FormField form={form} name="sendIdQueue" label={t.redirectTo}>
          {(field) => <Combobox {...field} options={options} placeholder={t.noRedirect} />}
        </FormField>
      </div>
      <div className="form-row">
        <FormField form={form} name="timeInactiveMessage" label={t.inactiveAfter} help={t.inactiveAfterHelp}>
          {(field) => <NumberInput {...field} min={0} unit={t.minutes} />}
        </FormField>
        <FormField form={form} name="expiresTicket" label={t.closeAfter} help={t.closeAfterHelp}>
          {(field) => <NumberInput {...field} min={0} unit={t.minutes} />}
        </FormField>
      </div>
      <FormField form={form} name="whenExpiresTicket" label={t.silenceOf}>
        {(field) => <Select {...field} options={silences} />}
      </FormField>
      <FormField form={form} name="inactiveMessage" label={t.inactive} help={t.inactiveHelp}>
        {(field) => <TextArea {...field} rows={3} />}
      </FormField>
      <FormField form={form} name="expiresInactiveMessage" label={t.expired} help={t.expiredHelp}>
        {(field) => <TextArea {...field} rows={3} />}
      </FormField>
      <VariableList label={t.variables} />
    </>
  )
}
