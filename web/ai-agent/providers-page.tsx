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
import { StatusPill } from '../ui/display/status-pill'
import { useAttempt } from '../ui/form/use-attempt'
import { ProviderDialog } from './provider-dialog'

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

/** How many models the provider lists, or why it lists none. */
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
