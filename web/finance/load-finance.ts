import type { InvoiceView, OpenInvoiceView, SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import type { UnclearPayment } from '../../src/platform/payment/payment.calls'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import type { PageSession } from '../page/page-definition'
import { loadRecords, recordSource } from '../records/record-source'

export interface FinanceData {
  page: ListPage<InvoiceView>
  subscription: SubscriptionView
  /** Open invoices of all companies, for the host only. */
  open: ListPage<OpenInvoiceView> | undefined
  unclear: readonly UnclearPayment[]
}

/** The host's own company is never due. */
export const isNeverDue = ({ dueDate }: { dueDate: string }) => dueDate.startsWith('2999')

export async function loadFinance(
  api: ApiClient,
  _params: object,
  query: URLSearchParams,
  { user }: PageSession,
): Promise<FinanceData> {
  const isHost = user?.super && isNeverDue(user.company)
  const [page, subscription, open, unclear] = await Promise.all([
    loadRecords(invoiceRecords, api, query),
    fetchSubscription(api),
    isHost ? loadRecords(openInvoiceRecords, api, query) : undefined,
    isHost ? api.get('/payments/unclear') : [],
  ])
  return { page, subscription, open, unclear }
}

export function fetchSubscription(api: ApiClient) {
  return api.get('/subscription')
}

export const invoiceRecords = recordSource('/invoices', {
  compare: (a, b) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id,
  matches: () => true,
  follow: (list) => ({
    payment: () => void list.reload(),
    subscription: () => void list.reload(),
  }),
})

export const openInvoiceRecords = recordSource('/invoices/open', {
  compare: (a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id,
  matches: () => true,
})

export function loadSubscription(api: ApiClient): Promise<SubscriptionView> {
  return fetchSubscription(api)
}
