import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import { DateInput } from '../../ui/field/date-input'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { TriangleAlert } from '../../ui/icons'
import { Note } from '../../ui/feedback/note'
import { SwitchField } from '../../ui/field/switch-field'
import type { ConnectionValues } from './connection-form'
import type { ConnectionsData } from '../load-connections'
import { optionsOf } from '../../ui/select/option'

interface ImportFieldsProps {
  form: FormModel<ConnectionValues>
  queues: ConnectionsData['queues']
}

/** The fields that choose which old messages are imported at the next pairing. */
export function ImportFields({ form, queues }: ImportFieldsProps) {
  useSignals()
  const t = useTexts('connection').connection.importing
  const options = optionsOf(queues)
  return (
    <div className="connection-switches">
      <SwitchField form={form} name="enableImportMessage" label={t.enable} help={t.enableHelp} />
      {form.fields.enableImportMessage.value.value && (
        <>
          <Note icon={TriangleAlert}>{t.warning}</Note>
          <div className="form-row">
            <FormField form={form} name="importOldMessages" label={t.from} help={t.fromHelp} required>
              {(field) => <DateInput {...field} value={field.value ?? ''} />}
            </FormField>
            <FormField form={form} name="importRecentMessages" label={t.to} help={t.toHelp}>
              {(field) => <DateInput {...field} value={field.value ?? ''} />}
            </FormField>
          </div>
          <FormField form={form} name="queueIdImportMessages" label={t.queue} required>
            {(field) => <Combobox {...field} options={options} />}
          </FormField>
          <SwitchField form={form} name="importOldMessagesGroups" label={t.groups} />
          <SwitchField form={form} name="closedTicketsPostImported" label={t.closes} help={t.closesHelp} />
        </>
      )}
    </div>
  )
}
