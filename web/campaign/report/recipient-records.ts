import { recipientPageSize, shippingStates } from '../../../src/campaign/campaign.contract'
import { recordSource } from '../../records/record-source'

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

export const recipientRecords = (id: number) =>
  recordSource('/campaigns/:id/recipients', {
    params: { id },
    filters: ['state'],
    pageSize: recipientPageSize,
    query: ({ filters, last }) => ({
      state: shippingStates.find((name) => name === filters.state) ?? '',
      ...(last && { after: last.id }),
    }),
    compare: (a, b) => a.id - b.id,
    matches: () => true,
  })
