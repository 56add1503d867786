import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { ApiTokenForm, apiScopes } from '../../src/connection/api-token/api-token.contract'
import type { ApiTokenView } from '../../src/connection/api-token/api-token.record'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import type { ApiClient } from '../api/api-client'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordDialog } from '../records/record-dialog'
import { loadRecords, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { StatusPill } from '../ui/display/labels'
import { CopiedInput } from '../ui/field/copied-input'
import { DateInput } from '../ui/field/date-input'
import { Field } from '../ui/field/field'
import { CurrentPasswordField } from '../app/current-password-field'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { KeyRound } from '../ui/icons'
import { MultiCombobox } from '../ui/select/combobox'
import { optionsOf } from '../ui/select/option'
import type { Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/table-cells'

const apiTokens = recordSource('/api-tokens', { live: 'apiToken', all: true })

interface ApiTokensData {
  page: ListPage<ApiTokenView>
  connections: Pick<ConnectionPick, 'id' | 'name'>[]
}

export async function load(api: ApiClient, _: object, query: URLSearchParams): Promise<ApiTokensData> {
  const [page, connections] = await Promise.all([loadRecords(apiTokens, api, query), api.get('/whatsapp')])
  return { page, connections: connections.map(({ id, name }) => ({ id, name })) }
}

export function page({ data }: PageProps<ApiTokensData>) {
  const t = useTexts('apiToken').apiToken
  const [made, setMade] = useState<{ name: string; token: string }>()
  return (
    <>
      <RecordsPage
        list={useRecordList(apiTokens, data.page)}
        texts={t}
        icon={KeyRound}
        columns={useColumns(data.connections)}
        rowTone={({ isExpired }) => (isExpired ? 'warning' : undefined)}
        form={(token, close) => (
          <ApiTokenDialog token={token} connections={data.connections} onMade={setMade} close={close} />
        )}
        remove={{ path: '/api-tokens/:id' }}
      />
      {made && <MadeDialog {...made} close={() => setMade(undefined)} />}
    </>
  )
}

interface ApiTokenDialogProps {
  token: ApiTokenView | undefined
  connections: ApiTokensData['connections']
  onMade: (made: { name: string; token: string }) => void
  close: () => void
}

function ApiTokenDialog({ token, connections, onMade, close }: ApiTokenDialogProps) {
  const t = useTexts('apiToken').apiToken
  const { api } = useApp()
  return (
    <RecordDialog
      record={token}
      texts={t}
      schema={ApiTokenForm}
      newValues={{ scopes: ['messages:send'], connectionIds: [], expiresOn: '', currentPassword: '' }}
      save={async (body, changes) => {
        if (token) return api.put('/api-tokens/:id', { params: { id: token.id }, body: changes })
        const made = await api.post('/api-tokens', { body })
        onMade({ name: made.name, token: made.token })
        return made
      }}
      close={close}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.fields.name} placeholder={t.fields.namePlaceholder} required />
          <FormField form={form} name="scopes" label={t.fields.scopes} required>
            {(field) => (
              <MultiCombobox {...field} options={apiScopes.map((value) => ({ value, label: t.scopes[value] }))} />
            )}
          </FormField>
          <FormField form={form} name="connectionIds" label={t.fields.connections} help={t.fields.connectionsHelp}>
            {(field) => <MultiCombobox {...field} options={optionsOf(connections)} placeholder={t.allConnections} />}
          </FormField>
          <ExpiryField form={form} />
          <CurrentPasswordField form={form} label={t.fields.currentPassword} help={t.fields.currentPasswordHelp} />
        </>
      )}
    </RecordDialog>
  )
}

const suggestedDays = [30, 90, 365]
const dayMs = 24 * 60 * 60 * 1000

function ExpiryField({ form }: { form: FormModel<{ expiresOn: string | null }> }) {
  useSignals()
  const t = useTexts('apiToken').apiToken
  const { renderedAt } = useApp()
  const dayAfter = (days: number) => new Date(renderedAt.getTime() + days * dayMs).toISOString().slice(0, 10)
  return (
    <FormField form={form} name="expiresOn" label={t.fields.expiresOn} help={t.fields.expiresOnHelp}>
      {({ value, ...field }) => (
        <div className="stack gap-2">
          <DateInput {...field} value={value ?? ''} />
          <div className="inline-row wraps gap-2">
            {suggestedDays.map((days) => (
              <Button key={days} size="s" onClick={() => form.set({ expiresOn: dayAfter(days) })}>
                {t.days(days)}
              </Button>
            ))}
            <Button size="s" onClick={() => form.set({ expiresOn: '' })}>
              {t.never}
            </Button>
          </div>
        </div>
      )}
    </FormField>
  )
}

function MadeDialog({ name, token, close }: { name: string; token: string; close: () => void }) {
  const { apiToken: t, ui } = useTexts('apiToken')
  return (
    <Dialog
      open
      size="s"
      title={t.made.title(name)}
      description={t.made.text}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {ui.close}
        </Button>
      }
    >
      <Field label={t.made.token}>
        <CopiedInput data-autofocus value={token} copyLabel={t.made.copy} copiedLabel={t.made.copied} />
      </Field>
    </Dialog>
  )
}

function useColumns(connections: ApiTokensData['connections']): Column<ApiTokenView>[] {
  const t = useTexts('apiToken').apiToken
  const format = useFormat()
  const named = (ids: readonly number[]) =>
    ids.map((id) => connections.find((one) => one.id === id)?.name ?? `#${id}`).join(', ')
  return [
    {
      id: 'name',
      header: t.fields.name,
      width: '260px',
      cell: ({ name, prefix }) => (
        <span>
          <bdi>{name}</bdi> <code className="subtle">{prefix}…</code>
        </span>
      ),
    },
    {
      id: 'scopes',
      header: t.fields.scopes,
      cell: ({ scopes }) => scopes.map((scope) => t.scopes[scope]).join(', '),
    },
    {
      id: 'connections',
      header: t.fields.connections,
      wideOnly: true,
      cell: ({ connectionIds }) =>
        connectionIds.length === 0 ? <span className="subtle">{t.allConnections}</span> : named(connectionIds),
    },
    {
      id: 'expiresOn',
      compact: 'value',
      header: t.fields.expiresOn,
      width: '150px',
      sortValue: ({ expiresOn }) => expiresOn ?? '9999',
      cell: ({ expiresOn, isExpired }) =>
        isExpired ? (
          <StatusPill kind="warning">{t.expired}</StatusPill>
        ) : (
          <span className="tabular">{expiresOn === null ? t.never : format.date(`${expiresOn}T12:00:00Z`)}</span>
        ),
    },
    {
      id: 'lastUsedAt',
      compact: 'value',
      header: t.columns.lastUsed,
      width: '210px',
      sortValue: ({ lastUsedAt }) => lastUsedAt ?? '',
      cell: ({ lastUsedAt, lastUsedAddress }) =>
        lastUsedAt === null ? (
          <span className="subtle">{t.unused}</span>
        ) : (
          <span className="tabular">
            {format.dateTimeShort(lastUsedAt)} <bdi className="subtle">{lastUsedAddress}</bdi>
          </span>
        ),
    },
    {
      id: 'createdBy',
      header: t.columns.createdBy,
      width: '160px',
      wideOnly: true,
      cell: ({ createdBy }) => (createdBy ? <bdi>{createdBy}</bdi> : <NoValue />),
    },
  ]
}
