import { recordSource } from '../records/record-source'

/** The company's campaigns, the newest first. */
export const campaignRecords = recordSource('/campaigns', {
  compare: (a, b) => b.id - a.id,
  live: 'campaign',
  // Progress is not repeated after an interruption.
  reloadOnReconnect: true,
})
