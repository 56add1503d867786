import { and, between, eq, gte, isNull, ne, or } from 'drizzle-orm'
import { createContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import { addDays } from '../../kernel/time/calendar-days'
import { addMs } from '../../kernel/time/clock'
import { dayMs } from '../../kernel/time/durations.contract'
import { localDay } from '../../kernel/time/time-zone'
import { getPlatformSetting } from '../branding/platform-setting.queries'
import type { Company } from '../company/company-cache'
import { firstCompanyId } from '../company/company.queries'
import { brandOf, mailBody, mailedOrigin } from '../mail/mail-body'
import { sendMailOnce, wasMailed } from '../mail/send-mail-once'
import type { Platform } from '../platform'
import { companyTable, invoiceTable } from '../platform.tables'
import type { Invoice } from './invoice.queries'
import { type InvoiceMailKind, invoiceMailTexts } from './invoice-mail-texts'
import { daysUntil } from './subscription'

const dueDays = 3
/** What happened longer ago, as before the switch was turned on, is not mailed. */
const overdueDays = 7
const newMs = 3 * dayMs
const horizonDays = 22

/** Once for each invoice and kind, by the host's company: the customer's file may be elsewhere. Call it every quarter of an hour. */
export async function mailInvoices(platform: Platform, only?: CompanyId) {
  if (!platform.config.mail || getPlatformSetting(platform, 'invoiceMails') !== 'enabled') return
  const now = platform.clock.now()
  const due = listNear(platform, now, only).flatMap(({ invoice, company }) => {
    const kind = kindOf(invoice, company, now)
    return kind ? [{ key: `invoice:${invoice.id}:${kind}`, kind, invoice, company }] : []
  })
  if (due.length === 0) return
  await platform.files.ready(firstCompanyId)
  const ctx = createContext(platform.files.use(firstCompanyId))
  for (const { key, kind, invoice, company } of due) {
    if (!wasMailed(ctx, key)) sendMailOnce(ctx, key, () => mailOf(platform, kind, invoice, company))
  }
}

function listNear({ catalog }: Platform, now: Date, only: CompanyId | undefined) {
  const today = localDay(now, 'UTC')
  const near = between(invoiceTable.dueDate, addDays(today, -overdueDays - 1), addDays(today, horizonDays))
  const isPaidNow = gte(invoiceTable.paidAt, addMs(now, -newMs))
  return catalog.db
    .select({ invoice: invoiceTable, company: companyTable })
    .from(invoiceTable)
    .innerJoin(companyTable, eq(invoiceTable.companyId, companyTable.id))
    .where(
      and(
        or(and(eq(invoiceTable.status, 'open'), near), isPaidNow),
        ne(invoiceTable.status, 'canceled'),
        ne(companyTable.id, firstCompanyId),
        isNull(companyTable.copyOf),
        isNull(companyTable.movedAt),
        only === undefined ? undefined : eq(companyTable.id, only),
      ),
    )
    .all()
}

function kindOf(invoice: Invoice, { timeZone }: Company, now: Date): InvoiceMailKind | undefined {
  const { status, value, dueDate, createdAt } = invoice
  if (value === 0) return undefined
  if (status === 'paid') return 'paid'
  const days = daysUntil(dueDate, now, timeZone)
  if (days < 0) return days >= -overdueDays ? 'overdue' : undefined
  if (days <= dueDays) return 'due'
  return now.getTime() - createdAt.getTime() < newMs ? 'made' : undefined
}

const dayOf = (day: string) => day.split('-').reverse().join('/')

/** Amounts are in reais, and written as in Brazil, in all languages. */
const amount = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

function mailOf(platform: Platform, kind: InvoiceMailKind, invoice: Invoice, company: Company) {
  const { language } = company
  const texts = invoiceMailTexts[language]
  const brand = brandOf(platform)
  const { subject, text } = texts.kinds[kind]({
    product: brand.name,
    company: company.name,
    plan: invoice.detail,
    value: amount.format(invoice.value / 100),
    due: dayOf(invoice.dueDate),
    until: dayOf(company.dueDate),
  })
  const label = kind === 'paid' ? texts.show : texts.pay
  const content = {
    language,
    greeting: texts.greeting,
    parts: [
      { kind: 'text' as const, text },
      { kind: 'action' as const, label, link: `${mailedOrigin(platform)}/financeiro` },
    ],
    note: texts.note(brand.name),
  }
  return { to: { name: company.name, address: company.email }, subject, ...mailBody(brand, content) }
}
