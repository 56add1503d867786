import { useSignals } from '@preact/signals-react/runtime'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { FormField } from '../../ui/form/form-field'
import { MultiCombobox } from '../../ui/select/multi-combobox'
import { NumberField } from '../../ui/form/number-field'
import { SwitchField } from '../../ui/field/switch-field'
import { TextInput } from '../../ui/field/text-input'
import type { ConnectionValues, EditedConnection } from './connection-form'
import { ImportFields } from './import-fields'
import type { ConnectionsData } from '../load-connections'
import { TokenField } from './token-field'
import { optionsOf } from '../../ui/select/option'

interface GeneralFieldsProps {
  form: FormModel<ConnectionValues>
  queues: ConnectionsData['queues']
  connection: EditedConnection | undefined
  hasToken: boolean
}

export function GeneralFields({ form, queues, connection, hasToken }: GeneralFieldsProps) {
  useSignals()
  const t = useTexts('connection').connection.fields
  const wasDefault = connection?.isDefault ?? false
  const renewed = connection !== undefined && form.fields.token.value.value !== (connection.token ?? '')
  const isUnreadable = connection !== undefined && connection.token === undefined
  const options = optionsOf(queues)
  const { groups: hasGroups, entrance } = channelRules[connection?.channel ?? 'whatsapp']
  return (
    <>
      <FormField form={form} name="name" label={t.name} required>
        {(field) => <TextInput {...field} placeholder={t.namePlaceholder} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="queueIds" label={t.queues} help={t.queuesHelp}>
        {(field) => <MultiCombobox {...field} options={options} />}
      </FormField>
      <div className="connection-switches">
        <SwitchField
          form={form}
          name="isDefault"
          label={t.isDefault}
          help={wasDefault ? t.isDefaultFixed : t.isDefaultHelp}
          disabled={wasDefault}
        />
        {hasGroups && (
          <>
            <SwitchField form={form} name="allowGroup" label={t.allowGroup} help={t.allowGroupHelp} />
            <SwitchField
              form={form}
              name="groupAsTicket"
              label={t.groupAsTicket}
              help={t.groupAsTicketHelp}
              disabled={!form.fields.allowGroup.value.value}
            />
          </>
        )}
      </div>
      <NumberField
        form={form}
        name="timeCreateNewTicket"
        label={t.timeCreateNewTicket}
        help={t.timeCreateNewTicketHelp}
        unit={t.minutes}
        example={60}
      />
      {entrance === 'session' && <ImportFields form={form} queues={queues} />}
      {hasToken && (
        <FormField
          form={form}
          name="token"
          label={t.token}
          help={renewed ? t.newTokenHelp : isUnreadable ? t.tokenUnreadable : t.tokenHelp}
        >
          {(field) => <TokenField {...field} />}
        </FormField>
      )}
    </>
  )
}
