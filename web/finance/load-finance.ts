import type { InvoicePage, SubscriptionView } from '../../src/platform/invoice.contract'
import type { ApiClient } from '../api-client'
import { fetchInvoices } from './invoice-list'

export interface FinanceData {
  page: InvoicePage
  subscription: SubscriptionView
}

export async function loadFinance(api: ApiClient): Promise<FinanceData> {
  const [page, subscription] = await Promise.all([fetchInvoices(api), fetchSubscription(api)])
  return { page, subscription }
}

export function fetchSubscription(api: ApiClient) {
  return api.get<SubscriptionView>('/subscription')
}
