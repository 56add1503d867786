import type { AiUsageView } from '../../src/ai/prompt/prompt.calls'
import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { useFormat, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { LastFailure } from '../records/last-failure'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Chip, StatusPill } from '../ui/display/labels'
import type { Column } from '../ui/table/data-table'
import { Sparkles } from '../ui/icons'
import { PromptDialog } from './prompt-dialog'
import { TokenUse, tokensOfOwner, useAiUsage } from './token-use'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import { type QueueOption, fetchQueues } from '../queue/use-queues'
import { loadRecords, recordSource } from '../records/record-source'

const promptRecords = recordSource('/prompt', {
  all: true,
  searched: ({ name, queue }) => `${name} ${queue?.name ?? ''}`,
  live: 'prompt',
})

interface PromptsData {
  page: ListPage<PromptView>
  queues: readonly QueueOption[]
  usage: AiUsageView
}

export const load = loadPrompts

export function page({ data }: PageProps<PromptsData>) {
  const t = useTexts('prompt').prompt
  const { usage, setUsage, reload } = useAiUsage(data.usage)
  return (
    <RecordsPage
      list={useRecordList(promptRecords, data.page)}
      texts={t}
      icon={Sparkles}
      columns={useColumns(usage)}
      summary={<TokenUse usage={usage} onChange={setUsage} />}
      form={(prompt, close) => (
        <PromptDialog prompt={prompt} queues={data.queues} close={close} onTokensUsed={reload} />
      )}
      remove={{ path: '/prompt/:id' }}
    />
  )
}

function useColumns({ owners }: AiUsageView): Column<PromptView>[] {
  const t = useTexts('prompt').prompt
  const format = useFormat()
  const tokensOf = ({ id }: PromptView) => tokensOfOwner(owners, 'prompt', id)
  return [
    {
      id: 'name',
      header: t.columns.name,
      sortValue: ({ name }) => name,
      cell: (prompt) => <PromptName prompt={prompt} />,
    },
    {
      id: 'queue',
      compact: 'value',
      header: t.columns.queue,
      width: '200px',
      sortValue: ({ queue }) => queue?.name ?? '',
      cell: ({ queue }) =>
        queue ? <Chip label={queue.name} color={queue.color} size="s" /> : <span className="subtle">{t.noQueue}</span>,
    },
    {
      id: 'voice',
      header: t.columns.voice,
      width: '140px',
      wideOnly: true,
      sortValue: ({ voice }) => t.voiceName(voice),
      cell: ({ voice }) => t.voiceName(voice),
    },
    {
      id: 'maxTokens',
      header: t.columns.maxTokens,
      width: '150px',
      sortValue: ({ maxTokens }) => maxTokens,
      cell: ({ maxTokens }) => <span className="tabular">{format.number(maxTokens)}</span>,
    },
    {
      id: 'tokensToday',
      compact: 'labelled',
      header: t.columns.tokensToday,
      width: '150px',
      sortValue: tokensOf,
      cell: (prompt) => <span className="tabular">{format.number(tokensOf(prompt))}</span>,
    },
  ]
}

function PromptName({ prompt: { name, assistsTeam, botError } }: { prompt: PromptView }) {
  const t = useTexts('prompt').prompt
  return (
    <span className="prompt-name row wraps">
      <bdi className="truncate">{name}</bdi>
      {assistsTeam && (
        <StatusPill kind="info" icon={Sparkles}>
          {t.assistsTeam}
        </StatusPill>
      )}
      <LastFailure error={botError} texts={t} />
    </span>
  )
}

async function loadPrompts(api: ApiClient, _params: object, query: URLSearchParams): Promise<PromptsData> {
  const [page, queues, usage] = await Promise.all([
    loadRecords(promptRecords, api, query),
    fetchQueues(api),
    api.get('/ai-usage'),
  ])
  return { page, usage, queues: queues.map(({ id, name, color }) => ({ id, name, color })) }
}
