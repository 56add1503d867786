import type { AiUsageView } from '../../src/ai/prompt/prompt.calls'
import type { PromptView } from '../../src/ai/prompt/prompt.record'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import type { QueueOption } from '../queue/use-queues'
import { loadRecords, recordSource } from '../records/record-source'
import { fetchQueues } from '../queue/fetch-queues'

/** All prompts by name; a company has few. */
export const promptRecords = recordSource('/prompt', {
  all: true,
  searched: ({ name, queue }) => `${name} ${queue?.name ?? ''}`,
  live: 'prompt',
})

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
