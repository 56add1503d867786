import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import type { AiProviderView } from '../../src/ai-agent/provider/ai-provider.record'
import { AiProviderBody, aiProviderPresets } from '../../src/ai-agent/provider/ai-provider.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { Field } from '../ui/field/field'
import { PasswordInput } from '../ui/field/password-input'
import { Select } from '../ui/select/select'
import { TextInput } from '../ui/field/text-input'

const other = 'other'
const { entries } = AiProviderBody
type Values = v.InferInput<typeof AiProviderBody>

/** Without a key the stored one stays, as long as the address does. */
function schemaFor(provider: AiProviderView | undefined) {
  if (!provider) return AiProviderBody
  const Fields = v.object({ ...entries, api_key: v.union([v.literal(''), entries.api_key]) })
  return v.pipe(
    Fields,
    v.forward(
      v.check(({ base_url, api_key }) => api_key !== '' || base_url === provider.base_url, 'apiKeyAgain'),
      ['api_key'],
    ),
  )
}

interface ProviderDialogProps {
  /** Undefined to add one. */
  provider: AiProviderView | undefined
  close: () => void
}

export function ProviderDialog({ provider, close }: ProviderDialogProps) {
  const t = useTexts('aiProvider').aiProvider
  const { api } = useApp()
  return (
    <RecordDialog
      record={provider}
      texts={t}
      schema={schemaFor(provider)}
      initial={{ name: provider?.name ?? '', base_url: provider?.base_url ?? '', api_key: '' }}
      save={(body, changes) =>
        provider ? api.put('/aiprovider', { body: { id: provider.id, ...changes } }) : api.post('/aiprovider', { body })
      }
      close={close}
    >
      {(form) => (
        <>
          <PresetField form={form} />
          <FormField form={form} name="name" label={t.columns.name} required>
            {(field) => <TextInput {...field} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="base_url" label={t.columns.address} help={t.addressHelp} required>
            {(field) => (
              <TextInput {...field} type="url" inputMode="url" autoComplete="off" placeholder="https://…/v1" />
            )}
          </FormField>
          <FormField
            form={form}
            name="api_key"
            label={t.apiKey}
            help={provider ? t.apiKeyKept : t.apiKeyHelp}
            required={!provider}
          >
            {(field) => <PasswordInput {...field} autoComplete="off" />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}

/** Fills in the address of a known service, and its name unless one was typed. */
function PresetField({ form }: { form: FormModel<Values> }) {
  useSignals()
  const t = useTexts('aiProvider').aiProvider
  const { name, base_url } = form.fields
  const chosen = aiProviderPresets.find((preset) => preset.base_url === base_url.value.value)
  const options = aiProviderPresets.map((preset) => ({ value: preset.name, label: preset.name }))

  function choose(preset: string) {
    const known = aiProviderPresets.find((one) => one.name === preset)
    base_url.set(known?.base_url ?? '')
    const isOwnName = name.value.peek() !== '' && !aiProviderPresets.some((one) => one.name === name.value.peek())
    if (!isOwnName) name.set(known?.name ?? '')
  }

  return (
    <Field label={t.service}>
      <Select
        value={chosen?.name ?? other}
        onValueChange={choose}
        options={[...options, { value: other, label: t.otherService, description: t.otherServiceHelp }]}
      />
    </Field>
  )
}
