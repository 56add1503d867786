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

/** What one period of a company's use costs. */
export interface InvoiceView {
  id: number
  companyId: number
  /** The plan's name when it was made. */
  detail: string
  users: number
  connections: number
  queues: number
  /** YYYY-MM-DD. */
  dueDate: string
  /** Reais. */
  value: number
  status: 'open' | 'paid' | 'canceled'
  /** Open, and its day is past in the company's time zone. */
  overdue: boolean
  paidAt: string | null
}

export interface InvoicePage {
  invoices: InvoiceView[]
  hasMore: boolean
  count: number
}

/** One that the host waits for, of any company. */
export interface OpenInvoiceView extends InvoiceView {
  company: { id: number; name: string }
}

export interface OpenInvoicePage {
  invoices: OpenInvoiceView[]
  hasMore: boolean
  count: number
}

/** GET /subscription: what the company has, until when, and who helps. */
export interface SubscriptionView {
  plan: { name: string; amount: number; users: number; connections: number; queues: number }
  state: SubscriptionState
  /** False: the host has switched the company off, whatever the due date says. */
  active: boolean
  /** YYYY-MM-DD. */
  dueDate: string
  /** Whole days until the due date; negative when past. */
  daysLeft: number
  recurrence: Recurrence
  /** The host's own company; what it has not filled in is empty. */
  support: { name: string; email: string; phone: string }
}

/** Live `company-{id}-payment`: the specification's word for an invoice that was paid. */
export interface PaymentEvent {
  action: 'CONCLUIDA'
  company: { id: number; dueDate: string }
}
