import type { InvoicePage, InvoiceView } from '../../src/platform/invoice.contract'
import type { ApiClient } from '../api-client'
import { createLiveList, type ListPage, type LiveList } from '../live/live-list'

export type InvoiceList = LiveList<InvoiceView, number>

export function fetchInvoices(api: ApiClient, pageNumber = 1, searchParam = '', signal?: AbortSignal) {
  return api.get<InvoicePage>('/invoices', { pageNumber, searchParam }, signal ? { signal } : {})
}

/** The company's invoices, the newest due date first. */
export function createInvoiceList(api: ApiClient, first: InvoicePage): InvoiceList {
  return createLiveList<InvoiceView, number>({
    initial: listPage(first),
    key: ({ id }) => id,
    compare: (a, b) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id,
    fetchPage: async ({ pageNumber, search, signal }) => {
      return listPage(await fetchInvoices(api, pageNumber, search.toLowerCase(), signal))
    },
    // The search box has waited for the typing to pause.
    searchDelayMs: 0,
  })
}

function listPage({ invoices, hasMore, count }: InvoicePage): ListPage<InvoiceView> {
  return { items: invoices, hasMore, count }
}
