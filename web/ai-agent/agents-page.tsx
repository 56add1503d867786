import type { AgentView } from '../../src/ai-agent/agent/agent.record'
import type { AiUsageView } from '../../src/ai/prompt/prompt.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { Loader, PageProps } from '../page/page-definition'
import { TokenUse, tokensOfOwner, useAiUsage } from '../prompt/token-use'
import { loadRecords, recordSource } from '../records/record-source'
import { LastFailure } from '../records/last-failure'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Bot } from '../ui/icons'
import { AgentDialog } from './agent-dialog'

const agents = recordSource('/agents', { all: true, live: 'agent' })

interface AgentsData {
  page: ListPage<AgentView>
  usage: AiUsageView
}

export const load: Loader<AgentsData, object> = async (api, _, query) => {
  const [page, usage] = await Promise.all([loadRecords(agents, api, query), api.get('/ai-usage')])
  return { page, usage }
}

export function page({ data }: PageProps<AgentsData>) {
  const t = useTexts('agent').agent
  const { usage, setUsage, reload } = useAiUsage(data.usage)
  return (
    <RecordsPage
      list={useRecordList(agents, data.page)}
      texts={t}
      icon={Bot}
      columns={useColumns(usage)}
      summary={<TokenUse usage={usage} onChange={setUsage} />}
      form={(agent, close) => <AgentDialog agent={agent} close={close} onTokensUsed={reload} />}
      remove={{ path: '/agents/:id' }}
    />
  )
}

function useColumns({ owners }: AiUsageView): Column<AgentView>[] {
  const t = useTexts('agent').agent
  const format = useFormat()
  const tokensOf = ({ id }: AgentView) => tokensOfOwner(owners, 'agent', id)
  return [
    {
      id: 'name',
      header: t.columns.name,
      sortValue: ({ name }) => name,
      cell: (agent) => <AgentName agent={agent} />,
    },
    {
      id: 'id',
      header: t.columns.id,
      width: '72px',
      sortValue: ({ id }) => id,
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      id: 'model',
      compact: 'value',
      header: t.columns.model,
      width: '260px',
      wideOnly: true,
      sortValue: ({ model }) => model,
      cell: ({ model }) => <span className="subtle truncate">{model}</span>,
    },
    {
      id: 'tokensToday',
      compact: 'labelled',
      header: t.columns.tokensToday,
      width: '150px',
      sortValue: tokensOf,
      cell: (agent) => <span className="tabular">{format.number(tokensOf(agent))}</span>,
    },
  ]
}

function AgentName({ agent: { name, botError } }: { agent: AgentView }) {
  const t = useTexts('agent').agent
  return (
    <span className="prompt-name row wraps">
      <bdi className="truncate">{name}</bdi>
      <LastFailure error={botError} texts={t} />
    </span>
  )
}
