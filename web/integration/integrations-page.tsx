import type { IntegrationType } from '../../src/integration/integration.contract'
import type { IntegrationView } from '../../src/integration/integration.record'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { LastFailure } from '../records/last-failure'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Bot, MessagesSquare, Plug, Route, Webhook, Workflow, type LucideIcon } from '../ui/icons'
import { IntegrationDialog } from './integration-dialog'

const typeIcons: Record<IntegrationType, LucideIcon> = {
  dialogflow: MessagesSquare,
  n8n: Workflow,
  webhook: Webhook,
  typebot: Bot,
  flowbuilder: Route,
}

const integrations = recordSource('/queueIntegration', { live: 'queueIntegration' })
export const load = recordLoader(integrations)

export function page({ data }: PageProps<ListPage<IntegrationView>>) {
  const t = useTexts('integration').integration
  return (
    <RecordsPage
      list={useRecordList(integrations, data)}
      texts={t}
      icon={Plug}
      columns={useColumns()}
      form={(integration, close) => <IntegrationDialog integration={integration} close={close} />}
      remove={{ path: '/queueIntegration/:id' }}
    />
  )
}

function useColumns(): Column<IntegrationView>[] {
  const t = useTexts('integration').integration
  return [
    {
      id: 'name',
      header: t.columns.name,
      sortValue: ({ name }) => name,
      cell: (integration) => <IntegrationName integration={integration} />,
    },
    {
      id: 'type',
      compact: 'value',
      header: t.columns.type,
      width: '180px',
      sortValue: ({ type }) => t.types[type],
      cell: ({ type }) => t.types[type],
    },
    {
      id: 'id',
      header: t.columns.id,
      width: '90px',
      sortValue: ({ id }) => id,
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
  ]
}

function IntegrationName({ integration: { name, type, botError } }: { integration: IntegrationView }) {
  const t = useTexts('integration').integration
  const Icon = typeIcons[type]
  return (
    <span className="integration-name row gap-3">
      <span className="integration-logo" data-type={type}>
        <Icon size={16} aria-hidden />
      </span>
      <span className="integration-title row wraps">
        <bdi className="truncate">{name}</bdi>
        <LastFailure error={botError} texts={t} />
      </span>
    </span>
  )
}
