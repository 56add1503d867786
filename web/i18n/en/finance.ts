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
  pay: {
    button: 'PAY',
    title: 'Almost there!',
    text: (name: string) =>
      `Arrange the payment with support (${name}). The subscription is renewed as soon as they confirm it.`,
    message: (company: string, detail: string, dueDate: string, value: string) =>
      `Hello! I want to pay the invoice of ${company}: ${detail}, due on ${dueDate}, ${value}.`,
  },
  host: {
    company: 'Company',
    searchPlaceholder: 'Search company or plan',
    emptyTitle: 'No open invoices',
    emptyText: 'The companies’ invoices appear here 20 days before they are due, until their payment is confirmed.',
    confirm: 'Confirm payment',
    confirmTitle: (company: string) => `Confirm the payment of ${company}?`,
    confirmText: (value: string, dueDate: string) =>
      `Invoice of ${value}, due on ${dueDate}. The subscription is renewed for one more period and the company has access again at once. This cannot be undone.`,
    confirmed: (company: string) => `Payment of ${company} confirmed`,
  },
  status: { overdue: 'Overdue', paid: 'PAID', canceled: 'Canceled' },
}
