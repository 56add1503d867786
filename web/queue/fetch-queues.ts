import type { ApiClient } from '../api/api-client'

/** All queues of the company, without the options of their chatbots. */
export function fetchQueues(api: ApiClient, signal?: AbortSignal) {
  return api.get('/queue', { query: { chatbots: false }, signal })
}
