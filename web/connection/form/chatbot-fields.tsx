import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import type { FormModel } from '../../ui/form/form'
import { FormField, TextField } from '../../ui/form/form-field'
import { NumberField } from '../../ui/form/number-field'
import { Select } from '../../ui/select/select'
import type { ConnectionValues } from './connection-form'
import type { ConnectionsData } from '../load-connections'
import { VariableList } from '../../message/variable-list'
import { optionsOf } from '../../ui/select/option'

interface ChatbotFieldsProps {
  form: FormModel<ConnectionValues>
  queues: ConnectionsData['queues']
}

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
        <NumberField
          form={form}
          name="maxUseBotQueues"
          label={t.repeats}
          help={t.repeatsHelp}
          unit={t.times}
          example={3}
        />
        <NumberField
          form={form}
          name="timeUseBotQueues"
          label={t.repeatPause}
          help={t.repeatPauseHelp}
          unit={t.minutes}
          example={5}
        />
      </div>
      <div className="form-row">
        <NumberField
          form={form}
          name="timeSendQueue"
          label={t.redirectAfter}
          help={t.redirectAfterHelp}
          unit={t.minutes}
          example={10}
        />
        <FormField form={form} name="sendIdQueue" label={t.redirectTo}>
          {(field) => <Combobox {...field} options={options} placeholder={t.noRedirect} />}
        </FormField>
      </div>
      <div className="form-row">
        <NumberField
          form={form}
          name="timeInactiveMessage"
          label={t.inactiveAfter}
          help={t.inactiveAfterHelp}
          unit={t.minutes}
          example={30}
        />
        <NumberField
          form={form}
          name="expiresTicket"
          label={t.closeAfter}
          help={t.closeAfterHelp}
          unit={t.minutes}
          example={60}
        />
      </div>
      <FormField form={form} name="whenExpiresTicket" label={t.silenceOf}>
        {(field) => <Select {...field} options={silences} />}
      </FormField>
      <TextField form={form} name="inactiveMessage" label={t.inactive} help={t.inactiveHelp} rows={3} />
      <TextField form={form} name="expiresInactiveMessage" label={t.expired} help={t.expiredHelp} rows={3} />
      <VariableList label={t.variables} />
    </>
  )
}
