import type { AgentView } from '../../src/ai-agent/agent/agent.calls'
import { matchesSearch } from '../../src/kernel/search-words.contract'
import { useApp } from '../app/app-context'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { byName, recordLoader, wholePage, type RecordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/data-table'
import { Bot } from '../ui/icons'
import { StatusPill } from '../ui/status-pill'
import { AgentDialog } from './agent-dialog'
import { removalError } from './agent-errors'

const agents: RecordSource<AgentView> = {
  fetchPage: async (api, { search, signal }) =>
    wholePage((await api.get('/agents', { signal })).filter(({ name }) => matchesSearch(name, search))),
  compare: byName,
  matches: ({ name }, { search }) => matchesSearch(name, search),
  live: 'agent',
}
export const load = recordLoader(agents)

export function page({ data }: PageProps<ListPage<AgentView>>) {
  const t = useTexts('agent').agent
  const { api } = useApp()
  return (
    <RecordsPage
      list={useRecordList(agents, data)}
      texts={t}
      icon={Bot}
      columns={useColumns()}
      form={(agent, close) => <AgentDialog agent={agent} close={close} />}
      remove={{
        name: ({ name }) => name,
        call: ({ id }) => api.delete('/agents/:id', { params: { id } }).catch(removalError(t.deleteFailed)),
      }}
    />
  )
}

function useColumns(): Column<AgentView>[] {
  const t = useTexts('agent').agent
  return [
    {
      id: 'id',
      header: t.columns.id,
      width: '72px',
      sortValue: ({ id }) => id,
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      id: 'name',
      header: t.columns.name,
      sortValue: ({ name }) => name,
      cell: (agent) => <AgentName agent={agent} />,
    },
    {
      id: 'model',
      header: t.columns.model,
      width: '260px',
      wideOnly: true,
      sortValue: ({ model }) => model,
      cell: ({ model }) => <span className="subtle truncate">{model}</span>,
    },
  ]
}

/** With its last failure, if it had one. */
function AgentName({ agent: { name, botError } }: { agent: AgentView }) {
  const t = useTexts('agent').agent
  const format = useFormat()
  const now = useNow()
  const failures: Record<string, string> = t.failures
  return (
    <span className="prompt-name">
      <bdi className="truncate">{name}</bdi>
      {botError && (
        <StatusPill kind="danger" help={`${failures[botError.code] ?? t.failures.other} ${botError.message}`.trim()}>
          {t.lastError(format.relative(botError.at, now))}
        </StatusPill>
      )}
    </span>
  )
}
