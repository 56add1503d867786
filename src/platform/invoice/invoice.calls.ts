import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { IdParams, CompanyIdText, PageNumber, SearchParam } from '../../kernel/http/request-parts'
import { pixProviders } from '../../kernel/config/payment-config'
import { recurrences } from '../company/company.contract'
import { subscriptionStates } from './subscription'

const ListInvoicesQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  companyId: CompanyIdText,
})
export type ListInvoicesQuery = v.InferOutput<typeof ListInvoicesQuery>

const ListOpenInvoicesQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber })

export const InvoiceView = v.object({
  id: v.number(),
  companyId: v.number(),
  detail: v.string(),
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  dueDate: v.string(),
  value: v.number(),
  status: v.picklist(['open', 'paid', 'canceled']),
  overdue: v.boolean(),
  paidAt: v.nullable(v.string()),
})
export type InvoiceView = v.InferOutput<typeof InvoiceView>

export const InvoicePage = v.object({ invoices: v.array(InvoiceView), hasMore: v.boolean(), count: v.number() })
export type InvoicePage = v.InferOutput<typeof InvoicePage>

export const InvoiceChargeView = v.object({
  provider: v.picklist(pixProviders),
  detail: v.string(),
  value: v.number(),
  /** Received reais, below the value. */
  received: v.number(),
  txid: v.string(),
})
export type InvoiceChargeView = v.InferOutput<typeof InvoiceChargeView>

export const OpenInvoiceView = v.object({
  ...InvoiceView.entries,
  company: v.object({ id: v.number(), name: v.string() }),
  charge: v.nullable(InvoiceChargeView),
})
export type OpenInvoiceView = v.InferOutput<typeof OpenInvoiceView>

export const OpenInvoicePage = v.object({ invoices: v.array(OpenInvoiceView), hasMore: v.boolean(), count: v.number() })
export type OpenInvoicePage = v.InferOutput<typeof OpenInvoicePage>

const Sizes = { users: v.number(), connections: v.number(), queues: v.number() }

export const SubscriptionView = v.object({
  plan: v.object({
    id: v.number(),
    name: v.string(),
    amount: v.number(),
    ...Sizes,
    storageGb: v.nullable(v.number()),
  }),
  used: v.object(Sizes),
  stored: v.object({
    bytes: v.number(),
    messages: v.nullable(v.number()),
    tickets: v.nullable(v.number()),
    contacts: v.nullable(v.number()),
  }),
  invoice: v.nullable(InvoiceView),
  /** Null before the host has configured one. */
  provider: v.nullable(v.picklist(pixProviders)),
  /** Prices of a custom plan, in reais per month. */
  customPlan: v.object({ base: v.number(), user: v.number(), connection: v.number() }),
  payer: v.nullable(v.object({ name: v.string(), document: v.string() })),
  state: v.picklist(subscriptionStates),
  /** False if disabled, whatever the due date. */
  active: v.boolean(),
  dueDate: v.string(),
  /** Negative when past. */
  daysLeft: v.number(),
  recurrence: v.picklist(recurrences),
  support: v.object({ name: v.string(), email: v.string(), phone: v.string() }),
})
export type SubscriptionView = v.InferOutput<typeof SubscriptionView>

export const invoiceCalls = defineCalls({
  'GET /invoices': { query: ListInvoicesQuery, answer: InvoicePage },
  'GET /subscription': { answer: SubscriptionView },
})

export const invoicePaymentCalls = defineCalls({
  'GET /invoices/open': { query: ListOpenInvoicesQuery, answer: OpenInvoicePage },
  'POST /invoices/:id/pay': { params: IdParams, answer: InvoiceView },
})

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    /** A relevant day began, or the host changed something. */
    subscription: { action: 'update' }
    payment: { action: 'CONCLUIDA'; company: { id: number; dueDate: string } }
  }
}
