import type { InvoiceView, OpenInvoiceView, SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import type { UnclearPayment } from '../../src/platform/payment/payment.calls'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import type { PageSession } from '../page/page-definition'
import { loadRecords } from '../records/record-source'
import { invoiceRecords, openInvoiceRecords } from './invoice-records'

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
