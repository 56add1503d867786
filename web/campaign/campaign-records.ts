import type { CampaignView } from '../../src/campaign/campaign.calls'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { pageOfRecords, type RecordSource } from '../records/record-source'

/** The company's campaigns, the newest first. */
export const campaignRecords: RecordSource<CampaignView> = {
  fetchPage: async (api, { pageNumber, search, signal }) =>
    pageOfRecords(await api.get('/campaigns', { query: { pageNumber, searchParam: search }, signal })),
  compare: (a, b) => b.id - a.id,
  matches: ({ name }, { search }) => matchesSearch(name, search),
  live: 'campaign',
  // Progress is not repeated after an interruption.
  reloadOnReconnect: true,
}
