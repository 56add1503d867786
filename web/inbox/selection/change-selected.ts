import type { TicketsChange } from '../../../src/ticket/ticket.contract'
import type { ApiClient } from '../../api/api-client'

/** The server's limit per call. */
const idsPerCall = 50

export interface TicketResult {
  id: number
  /** An error code or an error; null when it was changed. */
  error: unknown
  canUndo: boolean
}

/** Does the same with several tickets. Where a call fails, its tickets and those after it are reported with its error. */
export async function changeSelected(
  api: ApiClient,
  ids: readonly number[],
  change: TicketsChange,
): Promise<TicketResult[]> {
  const results: TicketResult[] = []
  for (let at = 0; at < ids.length; at += idsPerCall) {
    try {
      const answer = await api.post('/tickets/change', { body: { ids: ids.slice(at, at + idsPerCall), change } })
      results.push(...answer.results)
    } catch (error) {
      return [...results, ...ids.slice(at).map((id) => ({ id, error, canUndo: false }))]
    }
  }
  return results
}
