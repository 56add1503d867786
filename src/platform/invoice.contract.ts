import * as v from 'valibot'
import { CompanyIdText, PageNumber, SearchParam } from '../kernel/request-parts'
import type { Recurrence } from './company.contract'
import type { SubscriptionState } from './subscription'

/** GET /invoices. Only a super user's `companyId` may be another company's. */
export const ListInvoicesQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  companyId: CompanyIdText,
})
export type ListInvoicesQuery = v.InferOutput<typeof ListInvoicesQuery>

/** GET /invoices/open, for super users. */
export const ListOpenInvoicesQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber })

/** The price of one billing period of a company. */
export interface InvoiceView {
  id: number
  companyId: number
  /** The plan's name when the invoice was created. */
  detail: string
  users: number
  connections: number
  queues: number
  /** YYYY-MM-DD. */
  dueDate: string
  /** Reais. */
  value: number
  status: 'open' | 'paid' | 'canceled'
  /** Open and past its due date in the company's time zone. */
  overdue: boolean
  paidAt: string | null
}

export interface InvoicePage {
  invoices: InvoiceView[]
  hasMore: boolean
  count: number
}

/** An open invoice of any company. */
export interface OpenInvoiceView extends InvoiceView {
  company: { id: number; name: string }
}

export interface OpenInvoicePage {
  invoices: OpenInvoiceView[]
  hasMore: boolean
  count: number
}

/** GET /subscription: plan, due date and support contacts. */
export interface SubscriptionView {
  plan: { name: string; amount: number; users: number; connections: number; queues: number }
  state: SubscriptionState
  /** False when the host has disabled the company, whatever the due date. */
  active: boolean
  /** YYYY-MM-DD. */
  dueDate: string
  /** Whole days until the due date; negative when past. */
  daysLeft: number
  recurrence: Recurrence
  /** Of the host's company; empty where not filled in. */
  support: { name: string; email: string; phone: string }
}

/** Live event `company-{id}-payment`, published when an invoice is paid. */
export interface PaymentEvent {
  action: 'CONCLUIDA'
  company: { id: number; dueDate: string }
}
