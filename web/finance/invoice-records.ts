import { recordSource } from '../records/record-source'

/** The company's invoices, newest due date first. Reloaded after payments and changes by the host. */
export const invoiceRecords = recordSource('/invoices', {
  compare: (a, b) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id,
  matches: () => true,
  follow: (list) => ({
    payment: () => void list.reload(),
    subscription: () => void list.reload(),
  }),
})

/** Open invoices of all companies, oldest due date first. */
export const openInvoiceRecords = recordSource('/invoices/open', {
  compare: (a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id,
  matches: () => true,
})
