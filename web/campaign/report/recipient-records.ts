import type { RecipientView } from '../../../src/campaign/campaign.calls'
import { recipientPageSize, shippingStates } from '../../../src/campaign/campaign.contract'
import { pageOfRecords, type RecordSource } from '../../records/record-source'

export const stateKinds = {
  waiting: 'neutral',
  asked: 'info',
  confirmed: 'info',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  excluded: 'warning',
  expired: 'neutral',
} as const

export function recipientRecords(id: number): RecordSource<RecipientView, 'state'> {
  return {
    filters: ['state'],
    pageSize: recipientPageSize,
    async fetchPage(api, { pageNumber, search, filters, last, signal }) {
      const state = shippingStates.find((name) => name === filters.state) ?? ''
      const after = last === undefined ? {} : { after: String(last.id) }
      const query = { pageNumber, searchParam: search, state, ...after }
      return pageOfRecords(await api.get('/campaigns/:id/recipients', { params: { id }, query, signal }))
    },
    compare: (a, b) => a.id - b.id,
  }
}
