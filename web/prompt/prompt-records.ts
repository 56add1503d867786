import type { AiUsageView, PromptView } from '../../src/ai/prompt.calls'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import type { QueueOption } from '../queue/use-queues'
import { byName, loadRecords, type RecordSource, wholePage } from '../records/record-source'

/** All prompts by name; a company has few. */
export const promptRecords: RecordSource<PromptView> = {
  fetchPage: async (api, { signal }) => wholePage((await api.get('/prompt', { signal })).prompts),
  compare: byName,
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
    api.get('/queue'),
    api.get('/ai-usage'),
  ])
  return { page, usage, queues: queues.map(({ id, name, color }) => ({ id, name, color })) }
}
