import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import type { ApiClient } from '../api/api-client'
import { fetchSubscription } from './load-finance'

export function loadSubscription(api: ApiClient): Promise<SubscriptionView> {
  return fetchSubscription(api)
}
