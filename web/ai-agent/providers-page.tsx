import type { AiProviderView } from '../../src/ai-agent/provider/ai-provider.record'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Cpu, RefreshCw } from '../ui/icons'
import { StatusPill } from '../ui/display/labels'
import { useAttempt } from '../ui/form/use-attempt'
import { useSignals } from '@preact/signals-react/runtime'
import * as v from 'valibot'
import { AiProviderBody, aiProviderPresets } from '../../src/ai-agent/provider/ai-provider.contract'
import { RecordDialog } from '../records/record-dialog'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { Field } from '../ui/field/field'
import { PasswordInput } from '../ui/field/password-input'
import { Select } from '../ui/select/select'
import { TextInput } from '../ui/field/text-input'

const providers = recordSource('/aiprovider', {
  all: true,
  searched: ({ name, base_url }) => `${name} ${base_url}`,
  live: 'aiProvider',
})
export const load = recordLoader(providers)

export function page({ data }: PageProps<ListPage<AiProviderView>>) {
  const t = useTexts('aiProvider').aiProvider
  const { api } = useApp()
  const attempt = useAttempt()
  const refresh = ({ id }: AiProviderView) =>
    attempt(() => api.post('/aiprovider/:id/models', { params: { id } }), t.refreshing)
  return (
    <RecordsPage
      list={useRecordList(providers, data)}
      texts={t}
      icon={Cpu}
      columns={useColumns()}
      form={(provider, close) => <ProviderDialog provider={provider} close={close} />}
      actions={(provider) => [{ label: t.refresh, icon: RefreshCw, onSelect: () => refresh(provider) }]}
      remove={{ path: '/aiprovider/:id' }}
    />
  )
}

function useColumns(): Column<AiProviderView>[] {
  const t = useTexts('aiProvider').aiProvider
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'id',
      header: t.columns.id,
      width: '72px',
      sortValue: ({ id }) => id,
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      id: 'address',
      compact: 'value',
      header: t.columns.address,
      wideOnly: true,
      sortValue: ({ base_url }) => base_url,
      cell: ({ base_url }) => <span className="subtle">{base_url}</span>,
    },
    {
      id: 'models',
      header: t.columns.models,
      width: '210px',
      sortValue: ({ models }) => models,
      cell: (provider) => <Models provider={provider} />,
    },
  ]
}

function Models({ provider: { models, modelsError, modelsAt } }: { provider: AiProviderView }) {
  const t = useTexts('aiProvider').aiProvider
  const format = useFormat()
  if (modelsError) {
    return (
      <StatusPill kind="danger" help={t.errorHelp[modelsError]}>
        {t.errors[modelsError]}
      </StatusPill>
    )
  }
  if (modelsAt === null) return <StatusPill kind="info">{t.asking}</StatusPill>
  return (
    <StatusPill kind={models > 0 ? 'success' : 'warning'} help={t.askedAt(format.dateTime(modelsAt))}>
      {t.modelCount(models)}
    </StatusPill>
  )
}

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
  provider: AiProviderView | undefined
  close: () => void
}

function ProviderDialog({ provider, close }: ProviderDialogProps) {
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
          <TextField form={form} name="name" label={t.columns.name} required />
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
