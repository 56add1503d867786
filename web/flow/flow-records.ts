import { byName } from '../../src/kernel/text/sort-order.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { ListedFlow } from '../../src/flow/flow.calls'
import type { RecordSource } from '../records/record-source'

export const flowRecords: RecordSource<ListedFlow> = {
  async fetchPage(api, { pageNumber, search, signal }) {
    const { flows, ...page } = await api.get('/flowbuilder', { query: { pageNumber, searchParam: search }, signal })
    return { items: flows, ...page }
  },
  compare: byName,
  matches: ({ name }, { search }) => matchesSearch(name, search),
  follow: (list) => ({
    flow: (change) => {
      if (change.action === 'delete') return list.remove(change.flowId)
      const { lastError = null, triggers = [] } = list.items.peek().find(({ id }) => id === change.flow.id) ?? {}
      list.upsert({ ...change.flow, lastError, triggers }, { created: change.action === 'create' })
    },
    flowCampaign: () => void list.reload(),
    whatsapp: () => void list.reload(),
    queue: () => void list.reload(),
    queueIntegration: () => void list.reload(),
    botError: ({ kind, ownerId, botError }) => {
      if (kind === 'flow') list.update(ownerId, (flow) => ({ ...flow, lastError: botError }))
    },
  }),
}
