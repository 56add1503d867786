import { useSignals } from '@preact/signals-react/runtime'
import { SettingGateNote } from '../../app/setting-gate-note'
import { useTexts } from '../../i18n/i18n'
import { DateInput } from '../../ui/field/date-input'
import type { FormModel } from '../../ui/form/form'
import { FormField, TextField } from '../../ui/form/form-field'
import type { ConnectionRules, ConnectionValues, EditedConnection } from './connection-form'
import { VariableList } from '../../message/variable-list'
import { Select } from '../../ui/select/select'
import { Paperclip, X } from '../../ui/icons'
import { FileButton } from '../../ui/button/file-button'
import { IconButton } from '../../ui/button/button'

interface MessageFieldsProps {
  form: FormModel<ConnectionValues>
  connection: EditedConnection | undefined
  rules: ConnectionRules
}

export function MessageFields({ form, connection, rules }: MessageFieldsProps) {
  useSignals()
  const t = useTexts('connection').connection.fields
  const { foreign } = rules
  const isMenu = form.fields.queueIds.value.value.length !== 1
  const closes = rules.scheduleType !== 'disabled'
  return (
    <>
      <TextField form={form} name="greetingMessage" label={t.greeting} help={t.greetingHelp} rows={4} />
      {!isMenu && <SettingGateNote gate="onlyQueueGreeting" settings={foreign} />}
      <GreetingFileField form={form} connection={connection} />
      <TextField form={form} name="complationMessage" label={t.completion} help={t.completionHelp} rows={4} />
      <SettingGateNote gate="outOfHours" settings={foreign} />
      {closes && (
        <TextField
          form={form}
          name="outOfHoursMessage"
          label={t.outOfHours}
          help={rules.scheduleType === 'connection' ? t.outOfHoursHelp : t.outOfHoursElseHelp}
          rows={3}
        />
      )}
      <TextField form={form} name="collectiveVacationMessage" label={t.vacation} help={t.vacationHelp} rows={3} />
      <div className="form-row">
        <FormField form={form} name="collectiveVacationStart" label={t.vacationStart}>
          {(field) => <DateInput {...field} value={field.value ?? ''} />}
        </FormField>
        <FormField form={form} name="collectiveVacationEnd" label={t.vacationEnd}>
          {(field) => <DateInput {...field} value={field.value ?? ''} />}
        </FormField>
      </div>
      <VariableList label={t.variables} />
      <SettingGateNote gate="consent" settings={foreign} />
      {rules.lgpd && <LgpdFields form={form} />}
    </>
  )
}

function LgpdFields({ form }: { form: FormModel<ConnectionValues> }) {
  const t = useTexts('connection').connection.lgpd
  const choices = [
    { value: 'inherit' as const, label: t.inherit },
    { value: 'enabled' as const, label: t.enabled },
    { value: 'disabled' as const, label: t.disabled },
  ]
  return (
    <fieldset className="connection-lgpd stack gap-4">
      <legend>{t.title}</legend>
      <TextField form={form} name="lgpdMessage" label={t.message} help={t.messageHelp} rows={3} />
      <TextField form={form} name="lgpdLink" label={t.link} help={t.linkHelp} type="url" />
      <div className="form-row">
        <FormField form={form} name="lgpdConsent" label={t.consent}>
          {(field) => <Select {...field} options={choices} />}
        </FormField>
        <FormField form={form} name="lgpdDeleteMessage" label={t.deleted}>
          {(field) => <Select {...field} options={choices} />}
        </FormField>
      </div>
    </fieldset>
  )
}

const accepted = 'image/*,audio/*,video/*,application/pdf'

interface GreetingFileFieldProps {
  form: FormModel<ConnectionValues>
  connection: EditedConnection | undefined
}

function GreetingFileField({ form, connection }: GreetingFileFieldProps) {
  useSignals()
  const t = useTexts('connection').connection.fields
  const { greetingFile, dropsGreetingFile } = form.fields
  const chosen = greetingFile.value.value
  const present = dropsGreetingFile.value.value ? '' : (connection?.greetingMediaName ?? '')
  const name = chosen?.name ?? present

  return (
    <FormField form={form} name="greetingFile" label={t.greetingFile} help={t.greetingFileHelp} group>
      {(field) => (
        <div className="row wraps">
          {name && <span className="greeting-file-name truncate">{name}</span>}
          {name && (
            <IconButton
              icon={X}
              size="s"
              label={t.removeFile(name)}
              onClick={() => form.set({ greetingFile: null, dropsGreetingFile: chosen === null })}
            />
          )}
          <FileButton
            icon={Paperclip}
            accept={accepted}
            onChoose={(file) => {
              form.set({ greetingFile: file, dropsGreetingFile: false })
              // Validates the file at once.
              field.onBlur()
            }}
          >
            {name ? t.changeFile : t.chooseFile}
          </FileButton>
        </div>
      )}
    </FormField>
  )
}
