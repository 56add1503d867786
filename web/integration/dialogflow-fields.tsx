import { integrationLanguages } from '../../src/integration/integration-types.contract'
import { useTexts } from '../i18n/i18n'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import type { IntegrationFieldsProps } from './integration-form'

export function DialogflowFields({ form, integration }: IntegrationFieldsProps) {
  const t = useTexts('integration').integration
  const state = integration?.type === 'dialogflow' ? integration.jsonContentState : 'none'
  const help = state === 'set' ? t.accountSet(integration?.clientEmail ?? '') : t.accountHelp[state]
  const languages = integrationLanguages.map((value) => ({ value, label: t.languages[value] }))
  return (
    <>
      <div className="form-row">
        <FormField form={form} name="projectName" label={t.fields.project} help={t.fields.projectHelp} required>
          {(field) => <TextInput {...field} autoComplete="off" spellCheck={false} />}
        </FormField>
        <FormField form={form} name="language" label={t.fields.language}>
          {(field) => <Select {...field} options={languages} />}
        </FormField>
      </div>
      <FormField form={form} name="jsonContent" label={t.fields.account} help={help} required={state !== 'set'}>
        {(field) => (
          <TextArea
            {...field}
            rows={4}
            rowsMax={8}
            spellCheck={false}
            placeholder={'{ "type": "service_account", … }'}
          />
        )}
      </FormField>
    </>
  )
}
