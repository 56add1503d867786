import type { finance as source } from '../pt/finance'

export const finance: typeof source = {
  title: 'Invoices',
  searchPlaceholder: 'Search by details',
  nothingFound: 'No invoices found',
  emptyTitle: 'No invoices',
  emptyText: 'Invoices appear here 20 days before they are due.',
  emptyNever: 'The platform’s own company never expires and has no invoices.',
  summary: 'Subscription',
  plan: 'Plan',
  price: 'Price',
  dueDate: 'Due date',
  never: 'No due date',
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
    switchedOff: 'Suspended',
  },
  supportTitle: 'To pay or renew',
  supportText: (name) => `Contact support (${name}). Your subscription is renewed as soon as the payment is confirmed.`,
  supportTextWithCode: (name) =>
    `After the Pix payment, support (${name}) confirms it and the subscription is renewed.`,
  supportTextWithPix: (name) =>
    `Renewal is automatic after the Pix payment. If you have questions, contact support (${name}).`,
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
      `Arrange the payment with support (${name}). Your subscription is renewed as soon as it is confirmed.`,
    message: (company: string, detail: string, dueDate: string, value: string) =>
      `Hello! I want to pay the invoice of ${company}: ${detail}, due on ${dueDate}, ${value}.`,
  },
  unclear: {
    title: 'Payments to check',
    text: 'Amounts received that did not settle an invoice. Return them or arrange it with the company.',
    partial: (received, value) => `Received ${received} of ${value}`,
    overpaid: (value) => `Received ${value} for an invoice that was already paid`,
    unclaimed: (received: string) => `Received ${received} after the company was deleted`,
    done: 'Checked',
    noted: 'Payment checked',
  },
  host: {
    setUp: 'Set up payments',
    charge: (detail, value, txid) => `Pix created: ${detail}, ${value} · ${txid}`,
    received: (value) => `Only ${value} received`,
    confirmPlan: (detail) => `The plan becomes ${detail}.`,
    company: 'Company',
    searchPlaceholder: 'Search company or plan',
    emptyTitle: 'No open invoices',
    emptyText: 'Company invoices appear here 20 days before they are due, until their payment is confirmed.',
    confirm: 'Confirm payment',
    confirmTitle: (company: string) => `Confirm payment from ${company}?`,
    confirmText: (value: string, dueDate: string) =>
      `Invoice of ${value}, due on ${dueDate}. The subscription is renewed for one more period and the company regains access immediately. This cannot be undone.`,
    confirmed: (company: string) => `Payment from ${company} confirmed`,
  },
  status: { open: 'Open', overdue: 'Overdue', paid: 'PAID', canceled: 'Canceled' },
}
