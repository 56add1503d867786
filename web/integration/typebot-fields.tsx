import { useTexts } from '../i18n/i18n'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { NumberField } from '../ui/form/number-field'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import type { IntegrationValues } from './integration-form'

export function TypebotFields({ form }: { form: FormModel<IntegrationValues> }) {
  const t = useTexts('integration').integration.fields
  return (
    <>
      <div className="form-row">
        <FormField form={form} name="urlN8N" label={t.viewer} help={t.viewerHelp} required>
          {(field) => (
            <TextInput {...field} type="url" placeholder="https://typebot.io" autoComplete="off" spellCheck={false} />
          )}
        </FormField>
        <FormField form={form} name="typebotSlug" label={t.slug} help={t.slugHelp} required>
          {(field) => <TextInput {...field} autoComplete="off" spellCheck={false} />}
        </FormField>
      </div>
      <div className="form-row">
        <NumberField
          form={form}
          name="typebotDelayMessage"
          label={t.delay}
          help={t.delayHelp}
          step={100}
          unit="ms"
          example={1000}
        />
        <NumberField
          form={form}
          name="typebotExpires"
          label={t.expires}
          help={t.expiresHelp}
          unit={t.minutes}
          example={30}
        />
      </div>
      <div className="form-row">
        <FormField form={form} name="typebotKeywordFinish" label={t.finishWord} help={t.finishWordHelp}>
          {(field) => <TextInput {...field} maxLength={50} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="typebotKeywordRestart" label={t.restartWord} help={t.restartWordHelp}>
          {(field) => <TextInput {...field} maxLength={50} autoComplete="off" />}
        </FormField>
      </div>
      <FormField form={form} name="typebotRestartMessage" label={t.restartMessage}>
        {(field) => <TextArea {...field} rows={2} />}
      </FormField>
      <FormField form={form} name="typebotUnknownMessage" label={t.unknownMessage} help={t.unknownMessageHelp}>
        {(field) => <TextArea {...field} rows={2} />}
      </FormField>
    </>
  )
}
