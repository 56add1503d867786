import type { InvoicePage, InvoiceView, OpenInvoicePage, OpenInvoiceView } from '../../src/platform/invoice.calls'
import type { ApiClient } from '../api/api-client'
import { createLiveList, type LiveList } from '../live/live-list'

export type InvoiceList<Invoice extends InvoiceView = InvoiceView> = LiveList<Invoice, number>

export function fetchInvoices(api: ApiClient, pageNumber = 1, searchParam = '', signal?: AbortSignal) {
  return api.get('/invoices', { query: { pageNumber, searchParam }, signal })
}

/** Of all companies, for the host. */
export function fetchOpenInvoices(api: ApiClient, pageNumber = 1, searchParam = '', signal?: AbortSignal) {
  return api.get('/invoices/open', { query: { pageNumber, searchParam }, signal })
}

/** The company's invoices, the newest due date first. */
export function createInvoiceList(api: ApiClient, first: InvoicePage, search = ''): InvoiceList {
  return createList(api, first, search, fetchInvoices, (a, b) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id)
}

/** What the host waits for, the longest due first. */
export function createOpenInvoiceList(
  api: ApiClient,
  first: OpenInvoicePage,
  search = '',
): InvoiceList<OpenInvoiceView> {
  return createList(api, first, search, fetchOpenInvoices, (a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id)
}

interface Page<Invoice> {
  invoices: Invoice[]
  hasMore: boolean
  count: number
}

function createList<Invoice extends InvoiceView>(
  api: ApiClient,
  first: Page<Invoice>,
  search: string,
  fetchPage: (api: ApiClient, pageNumber: number, search: string, signal: AbortSignal) => Promise<Page<Invoice>>,
  compare: (a: Invoice, b: Invoice) => number,
): InvoiceList<Invoice> {
  const listPage = ({ invoices, hasMore, count }: Page<Invoice>) => ({ items: invoices, hasMore, count })
  return createLiveList<Invoice, number>({
    initial: listPage(first),
    search,
    key: ({ id }) => id,
    compare,
    fetchPage: async ({ pageNumber, search, signal }) => {
      return listPage(await fetchPage(api, pageNumber, search.toLowerCase(), signal))
    },
    // The search box has waited for the typing to pause.
    searchDelayMs: 0,
  })
}
