import { useSignals } from '@preact/signals-react/runtime'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import { useTexts } from '../../i18n/i18n'
import type { FormModel } from '../../ui/form/form'
import { FormField, type FieldControl, TextField } from '../../ui/form/form-field'
import { NumberField } from '../../ui/form/number-field'
import { SwitchField } from '../../ui/field/switch-field'
import { TextInput } from '../../ui/field/text-input'
import { type ConnectionValues, type EditedConnection, newToken } from './connection-form'
import type { ConnectionsData } from '../load-connections'
import { optionsOf } from '../../ui/select/option'
import { Combobox, MultiCombobox } from '../../ui/select/combobox'
import { DateInput } from '../../ui/field/date-input'
import { TriangleAlert, Check, Copy, Eye, EyeOff, RefreshCw } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import { useState } from 'react'
import { IconButton } from '../../ui/button/button'
import { useCopy } from '../../ui/text/copy-text'

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
  const { groups: hasGroups, history } = channelRules[connection?.channel ?? 'whatsapp']
  return (
    <>
      <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
      <FormField form={form} name="queueIds" label={t.queues} help={t.queuesHelp}>
        {(field) => <MultiCombobox {...field} options={options} />}
      </FormField>
      <div className="connection-switches stack gap-3">
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
      {history && <ImportFields form={form} queues={queues} history={history} />}
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

interface ImportFieldsProps {
  history: 'phone' | 'provider'
  form: FormModel<ConnectionValues>
  queues: ConnectionsData['queues']
}

function ImportFields({ form, queues, history }: ImportFieldsProps) {
  useSignals()
  const t = useTexts('connection').connection.importing
  const ofPhone = history === 'phone'
  const options = optionsOf(queues)
  return (
    <div className="connection-switches stack gap-3">
      <SwitchField
        form={form}
        name="enableImportMessage"
        label={t.enable}
        help={ofPhone ? t.enableHelp : t.enableHelpAccount}
      />
      {form.fields.enableImportMessage.value.value && (
        <>
          {ofPhone && <Note icon={TriangleAlert}>{t.warning}</Note>}
          <div className="form-row">
            <FormField form={form} name="importOldMessages" label={t.from} help={t.fromHelp} required>
              {(field) => <DateInput {...field} value={field.value ?? ''} />}
            </FormField>
            <FormField form={form} name="importRecentMessages" label={t.to} help={ofPhone ? t.toHelp : t.toHelpAccount}>
              {(field) => <DateInput {...field} value={field.value ?? ''} />}
            </FormField>
          </div>
          <FormField form={form} name="queueIdImportMessages" label={t.queue} required>
            {(field) => <Combobox {...field} options={options} />}
          </FormField>
          {ofPhone && <SwitchField form={form} name="importOldMessagesGroups" label={t.groups} />}
          <SwitchField form={form} name="closedTicketsPostImported" label={t.closes} help={t.closesHelp} />
        </>
      )}
    </div>
  )
}

function TokenField({ value, onValueChange }: Pick<FieldControl<string>, 'value' | 'onValueChange'>) {
  const t = useTexts('connection').connection.fields
  const [shown, setShown] = useState(false)
  const { copied, copy } = useCopy()
  return (
    <TextInput
      className="connection-token"
      type={shown ? 'text' : 'password'}
      readOnly
      autoComplete="off"
      spellCheck={false}
      value={value}
      onValueChange={() => {}}
      onFocus={({ target }) => target.select()}
      trailing={
        <>
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? t.hideToken : t.showToken}
            size="xs"
            onClick={() => setShown(!shown)}
          />
          <IconButton
            icon={copied ? Check : Copy}
            label={copied ? t.copied : t.copyToken}
            size="xs"
            onClick={() => copy(value)}
          />
          <IconButton
            icon={RefreshCw}
            label={t.newToken}
            size="xs"
            onClick={() => {
              onValueChange(newToken())
              setShown(true)
            }}
          />
        </>
      }
    />
  )
}
