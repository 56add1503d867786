import { byName } from '../../src/kernel/text/sort-order.contract'
import type { AiUsageView } from '../../src/ai/prompt/prompt.calls'
import type { PromptView } from '../../src/ai/prompt/prompt.record'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import type { QueueOption } from '../queue/use-queues'
import { loadRecords, type RecordSource, wholePage } from '../records/record-source'
import { fetchQueues } from '../queue/fetch-queues'

const isFound = ({ name, queue }: PromptView, search: string) => matchesSearch(`${name} ${queue?.name ?? ''}`, search)

/** All prompts by name; a company has few. */
export const promptRecords: RecordSource<PromptView> = {
  fetchPage: async (api, { search, signal }) =>
    wholePage((await api.get('/prompt', { signal })).prompts.filter((prompt) => isFound(prompt, search))),
  compare: byName,
  matches: (prompt, { search }) => isFound(prompt, search),
  live: 'prompt',
}

export interface PromptsData {
  page: ListPage<PromptView>
  queues: readonly QueueOption[]
  usage: AiUsageView
}

export async function loadPrompts(api: ApiClient, _params: object, query: URLSearchParams): Promise<PromptsData> {
  const [page, queues, usage] = await Promise.all([
    loadRecords(promptRecords, api, query),
    fetchQueues(api),
    api.get('/ai-usage'),
  ])
  return { page, usage, queues: queues.map(({ id, name, color }) => ({ id, name, color })) }
}
