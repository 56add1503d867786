import type { InvoiceView, OpenInvoiceView } from '../../src/platform/invoice/invoice.calls'
import type { RecordSource } from '../records/record-source'

/** The company's invoices, newest due date first. Reloaded after payments and changes by the host. */
export const invoiceRecords: RecordSource<InvoiceView> = {
  async fetchPage(api, { pageNumber, search, signal }) {
    const query = { pageNumber, searchParam: search.toLowerCase() }
    const { invoices, hasMore, count } = await api.get('/invoices', { query, signal })
    return { items: invoices, hasMore, count }
  },
  compare: (a, b) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id,
  follow: (list) => ({
    payment: () => void list.reload(),
    subscription: () => void list.reload(),
  }),
}

/** Open invoices of all companies, oldest due date first. */
export const openInvoiceRecords: RecordSource<OpenInvoiceView> = {
  async fetchPage(api, { pageNumber, search, signal }) {
    const query = { pageNumber, searchParam: search.toLowerCase() }
    const { invoices, hasMore, count } = await api.get('/invoices/open', { query, signal })
    return { items: invoices, hasMore, count }
  },
  compare: (a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id,
}
