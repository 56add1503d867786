import type { finance as source } from '../pt/finance'

export const finance: typeof source = {
  title: 'Invoices',
  searchPlaceholder: 'Search the details',
  nothingFound: 'No invoice found',
  emptyTitle: 'No invoices',
  emptyText: 'The invoice of each period appears here 20 days before it is due.',
  emptyNever: 'The host’s own company is never due and receives no invoices.',
  summary: 'Subscription',
  plan: 'Plan',
  price: 'Price',
  dueDate: 'Due date',
  never: 'Never due',
  recurrences: {
    MENSAL: 'Billed monthly',
    BIMESTRAL: 'Billed every two months',
    TRIMESTRAL: 'Billed quarterly',
    SEMESTRAL: 'Billed every six months',
    ANUAL: 'Billed yearly',
  },
  states: {
    expired: 'Expired',
    today: 'Expires today',
    daysLeft: (days) => (days === 1 ? 'Expires in 1 day' : `Expires in ${days} days`),
    switchedOff: 'Switched off',
  },
  supportTitle: 'To pay or renew',
  supportText: (name) => `Talk to Support (${name}). The subscription is renewed as soon as they confirm.`,
  columns: {
    detail: 'Details',
    users: 'Users',
    connections: 'Connections',
    dueDate: 'Due date',
    value: 'Value',
    action: 'Action',
  },
  status: { open: 'Open', overdue: 'Overdue', paid: 'PAID', canceled: 'Canceled' },
}
