import type { InvoiceView, OpenInvoiceView, SubscriptionView } from '../../src/platform/invoice.calls'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import type { PageSession } from '../page/page-definition'
import { loadRecords } from '../records/record-source'
import { invoiceRecords, openInvoiceRecords } from './invoice-records'

export interface FinanceData {
  page: ListPage<InvoiceView>
  subscription: SubscriptionView
  /** Of all companies, for the host: its own company is never due and has none. */
  open: ListPage<OpenInvoiceView> | undefined
}

/** The host's own company has nothing to pay or renew. */
export const isNeverDue = ({ dueDate }: { dueDate: string }) => dueDate.startsWith('2999')

export async function loadFinance(
  api: ApiClient,
  _params: object,
  query: URLSearchParams,
  { user }: PageSession,
): Promise<FinanceData> {
  const isHost = user?.super && isNeverDue(user.company)
  const [page, subscription, open] = await Promise.all([
    loadRecords(invoiceRecords, api, query),
    fetchSubscription(api),
    isHost ? loadRecords(openInvoiceRecords, api, query) : undefined,
  ])
  return { page, subscription, open }
}

export function fetchSubscription(api: ApiClient) {
  return api.get('/subscription')
}
