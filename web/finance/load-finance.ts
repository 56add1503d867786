import type { InvoicePage, OpenInvoicePage, SubscriptionView } from '../../src/platform/invoice.calls'
import type { ApiClient } from '../api/api-client'
import { searchOf } from '../page/address-word'
import type { PageSession } from '../page/page-definition'
import { fetchInvoices, fetchOpenInvoices } from './invoice-list'

export interface FinanceData {
  page: InvoicePage
  subscription: SubscriptionView
  /** Of all companies, for the host: its own company is never due and has none. */
  open: OpenInvoicePage | undefined
}

/** The host's own company has nothing to pay or renew. */
export const isNeverDue = ({ dueDate }: { dueDate: string }) => dueDate.startsWith('2999')

export async function loadFinance(
  api: ApiClient,
  _params: object,
  query: URLSearchParams,
  { user }: PageSession,
): Promise<FinanceData> {
  const search = searchOf(query)
  const isHost = user?.super && isNeverDue(user.company)
  const [page, subscription, open] = await Promise.all([
    fetchInvoices(api, 1, search),
    fetchSubscription(api),
    isHost ? fetchOpenInvoices(api, 1, search) : undefined,
  ])
  return { page, subscription, open }
}

export function fetchSubscription(api: ApiClient) {
  return api.get('/subscription')
}
