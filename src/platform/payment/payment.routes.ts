import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard, SuperUserGuard } from '../../kernel/http/user-guard'
import { type Platform, audit, type PlatformActor } from '../platform'
import { checkoutCalls, paymentSettingsCalls, unclearPaymentCalls, type PaymentSettingsView } from './payment.calls'
import { savePaymentSettings, viewPaymentSettings, getPaymentSettings, settingsProblem } from './payment-settings'
import { enqueueWebhookRegistration } from './payments'
import { requestCharge } from './charge/request-charge'
import { listUnclearPayments, noteReviewed, isUnclear } from './unclear-payments'
import { randomToken } from '../../kernel/ids'
import { ProviderError } from './provider/pix-provider'
import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { refuse } from '../../kernel/errors'
import { earlierDueDate } from '../company/company.contract'
import { publishCompany } from '../company/company.live'
import { getCompany } from '../company/company.queries'
import { getInvoice } from '../invoice/invoice.queries'
import { makeInvoices } from '../invoice/make-invoices'
import { recordSubscription } from '../invoice/subscription.live'
import { chargeTable, companyTable, invoiceTable } from '../platform.tables'
import type { Charge } from './charge/charge.queries'

const timeoutMs = 10_000

export function paymentRoutes(openUserGuard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  const forCompany = answerCalls(new Elysia({ name: 'checkout' }).use(openUserGuard), checkoutCalls, {
    'POST /subscription': ({ ctx, body }) => requestCharge(platform, ctx, body),
  })
  const settings = new Elysia({ name: 'payment-settings' }).use(superUserGuard)
  const forSuperUsers = answerCalls(settings, paymentSettingsCalls, {
    'GET /payment-settings': () => viewPaymentSettings(platform),
    'PUT /payment-settings': async ({ operator, body }) => {
      const view = savePaymentSettings(platform, operator, body)
      enqueueWebhookRegistration(platform)
      return { ...view, problem: await findPaymentProblem(platform) }
    },
  })
  const unclear = answerCalls(new Elysia({ name: 'unclear-payments' }).use(superUserGuard), unclearPaymentCalls, {
    'GET /payments/unclear': () => listUnclearPayments(platform),
    'POST /payments/unclear/:id/reviewed': ({ operator, params }) => noteReviewed(platform, operator, params.id),
    'POST /payments/unclear/:id/take-back': ({ operator, params }) => takeBackPeriod(platform, operator, params.id),
  })
  return new Elysia({ name: 'payment-routes' }).use(forCompany).use(forSuperUsers).use(unclear)
}

/** A look-up of a charge that does not exist needs all that a checkout needs. */
async function findPaymentProblem(platform: Platform): Promise<PaymentSettingsView['problem']> {
  const problem = settingsProblem(getPaymentSettings(platform), platform.clock.now())
  const provider = platform.payments.current()
  if (problem || !provider) return problem
  try {
    const charge = { txid: randomToken(provider.txidLength), providerId: '' }
    await provider.find(charge, AbortSignal.timeout(timeoutMs))
    return null
  } catch (error) {
    platform.log.warn('The payment provider did not accept the settings', { error })
    return error instanceof ProviderError && [401, 403].includes(error.status ?? 0) ? 'rejected' : 'unavailable'
  }
}

/** Of returned money: the due date moves back, the invoice is open again. @throws Refusal ERR_PAYMENT_DECIDED */
function takeBackPeriod(platform: Platform, actor: PlatformActor, chargeId: number) {
  const { sqlite, companies } = platform.catalog
  const charge = sqlite.transaction(() => {
    const taken = markTakenBack(platform, chargeId) ?? refuse('ERR_PAYMENT_DECIDED')
    moveBack(platform, taken)
    return taken
  })()
  companies.forget()
  const { companyId, invoiceId } = charge
  audit(platform, 'charge.takenBack', { ...actor, companyId }, { by: actor, chargeId, invoiceId })
  makeInvoices(platform, companyId)
  recordSubscription(platform, companyId, 'subscription.changed')
  publishCompany(platform, 'update', companyId)
  return { ok: true } as const
}

function markTakenBack({ catalog, clock }: Platform, id: number): Charge | undefined {
  const now = clock.now()
  const left = sql`${chargeTable.received} - ${chargeTable.returned}`
  return catalog.db
    .update(chargeTable)
    .set({ takenBackAt: now, reviewedAt: now })
    .where(
      and(
        isUnclear(id),
        eq(chargeTable.status, 'paid'),
        eq(chargeTable.companyName, ''),
        isNull(chargeTable.takenBackAt),
        lt(left, chargeTable.amount),
      ),
    )
    .returning()
    .get()
}

/** Where the company has been renewed since, what it paid then covers the earlier period. */
function moveBack(platform: Platform, { companyId, invoiceId, paidFrom, paidUntil, recurrence }: Charge) {
  const { db } = platform.catalog
  const { dueDate: present } = getCompany(platform, companyId).company
  const dueDate = paidFrom && present === paidUntil ? paidFrom : earlierDueDate(present, recurrence)
  const now = platform.clock.now()
  db.update(companyTable).set({ dueDate, updatedAt: now }).where(eq(companyTable.id, companyId)).run()
  const invoice = getInvoice(platform, invoiceId)
  const setDueDate = (id: number, day: string) =>
    db.update(invoiceTable).set({ dueDate: day }).where(eq(invoiceTable.id, id)).run()
  const atNewDate = and(eq(invoiceTable.companyId, companyId), eq(invoiceTable.dueDate, dueDate))
  const other = db
    .select()
    .from(invoiceTable)
    .where(and(atNewDate, ne(invoiceTable.id, invoiceId)))
    .get()
  // A company has one invoice a due date.
  if (other) setDueDate(invoiceId, '')
  if (other) setDueDate(other.id, invoice.dueDate)
  db.update(invoiceTable)
    .set({ status: 'open', paidAt: null, dueDate, updatedAt: now })
    .where(eq(invoiceTable.id, invoiceId))
    .run()
}
