import { and, asc, desc, eq } from 'drizzle-orm'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { required } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { matchesSearch } from '../../kernel/text/search-words.contract'
import { pageOf } from '../../kernel/http/request-parts'
import { localDay } from '../../kernel/time/time-zone'
import { getCompany, firstCompanyId } from '../company/company.queries'
import type { InvoiceChargeView, InvoicePage, InvoiceView, OpenInvoicePage, SubscriptionView } from './invoice.calls'
import { type Charge, findLatestCharge } from '../payment/charge/charge.queries'
import { getCustomPlanPrices } from '../payment/payment-settings'
import type { Platform } from '../platform'
import { companyTable, invoiceTable } from '../platform.tables'
import { daysUntil, subscriptionStateOf } from './subscription'

export type Invoice = typeof invoiceTable.$inferSelect

export function getInvoice({ catalog }: Platform, id: number): Invoice {
  return required(catalog.db.select().from(invoiceTable).where(eq(invoiceTable.id, id)).get(), 'ERR_NO_INVOICE_FOUND')
}

/** The invoice for the company's due date, unless it is paid or none has been made yet. */
export function findOpenInvoice({ catalog }: Platform, companyId: CompanyId): Invoice | undefined {
  const open = and(eq(invoiceTable.companyId, companyId), eq(invoiceTable.status, 'open'))
  return catalog.db.select().from(invoiceTable).where(open).orderBy(asc(invoiceTable.dueDate)).get()
}

export function listInvoicePage(
  platform: Platform,
  companyId: CompanyId,
  { searchParam, pageNumber, openOnly = false }: { searchParam: string; pageNumber: number; openOnly?: boolean },
): InvoicePage {
  const { company } = getCompany(platform, companyId)
  const today = localDay(platform.clock.now(), company.timeZone)
  const found = platform.catalog.db
    .select()
    .from(invoiceTable)
    .where(eq(invoiceTable.companyId, companyId))
    .orderBy(desc(invoiceTable.dueDate), desc(invoiceTable.id))
    .all()
    .filter(({ detail, status }) => matchesSearch(detail, searchParam) && (!openOnly || status === 'open'))
  const { rows, hasMore, count } = pageOf(found, pageNumber)
  return { invoices: rows.map((invoice) => presentInvoice(invoice, today)), hasMore, count }
}

export function listOpenInvoicePage(
  platform: Platform,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): OpenInvoicePage {
  const now = platform.clock.now()
  const found = platform.catalog.db
    .select({ invoice: invoiceTable, company: companyTable })
    .from(invoiceTable)
    .innerJoin(companyTable, eq(invoiceTable.companyId, companyTable.id))
    .where(eq(invoiceTable.status, 'open'))
    .orderBy(asc(invoiceTable.dueDate), asc(invoiceTable.id))
    .all()
    .filter(({ invoice, company }) => matchesSearch(`${company.name} ${invoice.detail}`, searchParam))
  const { rows, hasMore, count } = pageOf(found, pageNumber)
  const invoices = rows.map(({ invoice, company: { id, name, timeZone } }) => {
    const charge = findLatestCharge(platform, invoice.id)
    return { ...presentInvoice(invoice, localDay(now, timeZone)), company: { id, name }, charge: presentShort(charge) }
  })
  return { invoices, hasMore, count }
}

function presentShort(charge: Charge | undefined): InvoiceChargeView | null {
  if (!charge) return null
  const { provider, detail, amount, received, txid } = charge
  return { provider, detail, value: amount / 100, received: received / 100, txid }
}

export function presentInvoice(invoice: Invoice, today: string): InvoiceView {
  const { id, companyId, detail, users, connections, queues, dueDate, value, status, paidAt } = invoice
  const overdue = status === 'open' && dueDate < today
  const shown = { id, companyId, detail, users, connections, queues, dueDate, status, overdue }
  return { ...shown, value: value / 100, paidAt: paidAt?.toISOString() ?? null }
}

function getStored({ catalog }: Platform, { company }: CompanyContext): SubscriptionView['stored'] {
  const { messages, tickets, contacts } = companyTable
  const counted = catalog.db.select({ messages, tickets, contacts }).from(companyTable)
  const rows = required(counted.where(eq(companyTable.id, company.id)).get(), 'ERR_NO_COMPANY_FOUND')
  return { bytes: company.services.storedBytes.of(company), ...rows }
}

export function getSubscription(platform: Platform, ctx: CompanyContext): SubscriptionView {
  const { company, plan } = getCompany(platform, ctx.company.id)
  const { id, name, users, connections, queues, storageGb, amount } = plan
  const { company: host } = getCompany(platform, firstCompanyId)
  const now = platform.clock.now()
  const invoice = findOpenInvoice(platform, company.id)
  const prices = getCustomPlanPrices(platform)
  const { channels: _, ...used } = ctx.company.services.ports.planUsage(ctx)
  return {
    plan: { id, name, users, connections, queues, storageGb, amount: amount / 100 },
    used,
    stored: getStored(platform, ctx),
    invoice: invoice ? presentInvoice(invoice, localDay(now, company.timeZone)) : null,
    provider: platform.payments.current()?.name ?? null,
    customPlan: { base: prices.base / 100, user: prices.user / 100, connection: prices.connection / 100 },
    payer: isAdmin(ctx.actor) ? { name: company.name, document: company.document } : null,
    state: subscriptionStateOf(company, now),
    active: company.status,
    dueDate: company.dueDate,
    daysLeft: daysUntil(company.dueDate, now, company.timeZone),
    recurrence: company.recurrence,
    support: { name: host.name, email: host.email, phone: host.phone },
  }
}
