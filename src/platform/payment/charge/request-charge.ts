import * as v from 'valibot'
import { isAdmin } from '../../../kernel/company/actor'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { refuse } from '../../../kernel/errors'
import { type CompanyId, randomToken } from '../../../kernel/ids'
import { readSecret } from '../../../kernel/config/sealed-secret'
import { getCompany, firstCompanyId } from '../../company/company.queries'
import { findOpenInvoice, getInvoice, type Invoice } from '../../invoice/invoice.queries'
import { makeInvoiceNow } from '../../invoice/make-invoices'
import { audit, type Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import type { ChargeView } from '../payment.calls'
import { PayerDocument, type SubscriptionBody, customPlan } from './charge.contract'
import { type Charge, findOpenCharge, presentCharge, findCharge } from './charge.queries'
import { type ChargeTerms, customPlanName } from './charge-terms'
import { closeCharges } from './close-charges'
import { type PixProvider, ProviderError } from '../provider/pix-provider'
import { keysOf } from '../../../kernel/typed-object.contract'
import { addMs } from '../../../kernel/time/clock'
import { and, eq } from 'drizzle-orm'
import { enqueuePaymentJob } from '../enqueue-payment-job'
import { getPaymentSettings, webhookUrl, getCustomPlanPrices } from '../payment-settings'
import { endUnpaid, withdrawCharge } from './withdraw-charge'
import { planCounts } from '../../../kernel/company/company-plan.contract'
import { getPlan } from '../../plan/plan.queries'
import type { PlanUsage } from '../../plan/plan.calls'
import { customPlanPrice } from '../../plan/plan.contract'

/** A charge that expires sooner is replaced. */
const leastValidMs = 60_000

/** The same terms return the same charge; others remove it first. The plan changes when it is paid. @throws Refusal */
export async function requestCharge(
  platform: Platform,
  ctx: CompanyContext,
  body: SubscriptionBody,
): Promise<ChargeView> {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const companyId = ctx.company.id
  if (companyId === firstCompanyId) refuse('ERR_INITIAL_RECORD')
  const { channels: _, ...used } = ctx.company.services.ports.planUsage(ctx)
  return platform.business.call('charge.request', { companyId, body, used })
}

declare module '../../business/business' {
  interface BusinessCalls {
    'charge.request': BusinessCall<RequestedCharge, ChargeView>
  }
}

interface RequestedCharge {
  companyId: CompanyId
  body: SubscriptionBody
  used: Usage
}

type Usage = Pick<PlanUsage, (typeof planCounts)[number]>

export async function charge(platform: Platform, { companyId, body, used }: RequestedCharge): Promise<ChargeView> {
  platform.payments.limit.take(String(companyId), platform.clock.now().getTime())
  return platform.payments.inOrder(companyId, async () => {
    const provider = platform.payments.current() ?? refuse('ERR_NO_PAYMENT_PROVIDER')
    const wanted = prepare(platform, { companyId, body, used }, provider)
    const current = findOpenCharge(platform, wanted.invoice.id)
    const charge = current && isStillWanted(platform, current, wanted) ? current : await insertAlone(platform, wanted)
    const open = charge.status === 'open' ? charge : await createAtProvider(platform, provider, charge)
    return presentCharge(open, platform.clock.now())
  })
}

interface WantedCharge {
  provider: PixProvider
  invoice: Invoice
  terms: ChargeTerms
  payer: { name: string; document: string }
}

function prepare(platform: Platform, { companyId, body, used }: RequestedCharge, provider: PixProvider): WantedCharge {
  const row = getCompany(platform, companyId)
  const invoice = body.invoiceId
    ? getOwnOpenInvoice(platform, companyId, body.invoiceId)
    : findOpenInvoice(platform, row.company.id)
  const terms = checkoutTerms(platform, { companyId, used }, invoice, body)
  if (Math.round(body.price * 100) !== terms.amount) {
    refuse('ERR_PRICE_CHANGED', { body: { value: terms.amount / 100 } })
  }
  if (terms.amount === 0) refuse('ERR_INVALID_INPUT', { fields: { plan: 'freePlan' } })
  const payer = { name: body.name ?? row.company.name, document: body.document ?? ownDocument(row.company.document) }
  if (provider.needsDocument && payer.document === '') {
    refuse('ERR_INVALID_INPUT', { fields: { document: 'documentRequired' } })
  }
  if (!invoice) makeInvoiceNow(platform, row)
  const open = invoice ?? findOpenInvoice(platform, row.company.id) ?? refuse('ERR_INVOICE_PAID')
  return { provider, invoice: open, terms, payer }
}

function ownDocument(text: string) {
  const result = v.safeParse(PayerDocument, text)
  return result.success ? result.output : ''
}

function getOwnOpenInvoice(platform: Platform, companyId: CompanyId, id: number) {
  const invoice = getInvoice(platform, id)
  if (invoice.companyId !== companyId || invoice.status !== 'open') refuse('ERR_NO_INVOICE_FOUND')
  return invoice
}

function isStillWanted({ hostKey, clock }: Platform, charge: Charge, { provider, terms, payer }: WantedCharge) {
  const document = readSecret(hostKey, charge.payerDocument)
  const sameTerms = keysOf(terms).every((name) => charge[name] === terms[name])
  const endsAtMs = charge.expiresAt?.getTime() ?? Infinity
  return (
    sameTerms &&
    charge.provider === provider.name &&
    charge.payerName === payer.name &&
    (document.state === 'set' ? document.text : '') === payer.document &&
    endsAtMs - clock.now().getTime() >= leastValidMs
  )
}

async function insertAlone(platform: Platform, wanted: WantedCharge) {
  await closeCharges(platform, wanted.invoice.companyId)
  return insertCharge(platform, wanted)
}

/** Stored before the provider is called, so that the txid is known whatever happens. */
function insertCharge(platform: Platform, { provider, invoice, terms, payer }: WantedCharge): Charge {
  if (getInvoice(platform, invoice.id).status !== 'open') refuse('ERR_INVOICE_PAID')
  const { catalog, hostKey, clock } = platform
  const now = clock.now()
  const charge = catalog.db
    .insert(chargeTable)
    .values({
      invoiceId: invoice.id,
      companyId: invoice.companyId,
      provider: provider.name,
      status: 'creating',
      ...terms,
      txid: provider.name === 'static' ? staticTxid(invoice.id) : randomToken(provider.txidLength),
      payerName: payer.name,
      payerDocument: payer.document && hostKey.seal(payer.document),
      createdAt: now,
      updatedAt: now,
      expiresAt: provider.expirySeconds === null ? null : addMs(now, provider.expirySeconds * 1000),
    })
    .returning()
    .get()
  audit(platform, 'charge.created', { companyId: invoice.companyId }, { invoiceId: invoice.id, chargeId: charge.id })
  return charge
}

/** Contains the invoice's number, which the host searches for in bank statements. */
const staticTxid = (invoiceId: number) => `FAT${String(invoiceId).padStart(8, '0')}${randomToken(8)}`

const timeoutMs = 25_000
const firstLookMs = 5_000

/** Repeatable: the txid keeps it one charge. @throws Refusal, ERR_INVOICE_PAID when the invoice was paid meanwhile */
async function createAtProvider(platform: Platform, provider: PixProvider, charge: Charge): Promise<Charge> {
  const order = {
    txid: charge.txid,
    amount: charge.amount,
    createdAt: charge.createdAt,
    expiresAt: charge.expiresAt,
    secondsLeft: secondsBetween(platform.clock.now(), charge.expiresAt),
    description: describe(charge),
    payer: payerOf(platform, charge),
    webhookUrl: webhookUrl(platform, getPaymentSettings(platform)),
  }
  const created = await provider
    .create(order, AbortSignal.timeout(timeoutMs))
    .catch((error: unknown) => fail(platform, charge, error))
  const { db } = platform.catalog
  const { code, providerId, pixKey = '', location = null } = created
  const now = platform.clock.now()
  const own = eq(chargeTable.id, charge.id)
  // One that was ended meanwhile is removed at the provider by this id.
  db.update(chargeTable).set({ code, providerId, pixKey, location, closedAt: null, updatedAt: now }).where(own).run()
  db.update(chargeTable)
    .set({ status: 'open' })
    .where(and(own, eq(chargeTable.status, 'creating')))
    .run()
  const stored = findCharge(platform, charge.id) ?? refuse('ERR_NO_INVOICE_FOUND')
  if (stored.status !== 'open' || getInvoice(platform, charge.invoiceId).status !== 'open') {
    withdrawCharge(platform, stored)
    refuse('ERR_INVOICE_PAID')
  }
  if (provider.name !== 'static') {
    enqueuePaymentJob(platform, charge, 'payment.verify', addMs(now, firstLookMs))
  }
  return stored
}

const secondsBetween = (from: Date, to: Date | null) =>
  to ? Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000)) : 0

/** Providers accept little besides letters and digits. */
const describe = ({ invoiceId, detail }: Charge) =>
  `Fatura ${invoiceId} - ${detail.replace(/[^\p{L}\p{N} ./-]/gu, ' ').trim()}`

function payerOf(platform: Platform, charge: Charge) {
  const document = readSecret(platform.hostKey, charge.payerDocument)
  const { company } = getCompany(platform, charge.companyId)
  return {
    name: charge.payerName,
    document: document.state === 'set' ? document.text : '',
    email: company.email,
  }
}

/** After a failure other than a refusal the charge may exist, so it is requested again. */
function fail(platform: Platform, charge: Charge, error: unknown): never {
  platform.log.error('A charge could not be created', { company: charge.companyId, charge: charge.id, error })
  if (error instanceof ProviderError && error.reason === 'refused') {
    endUnpaid(platform, charge.id)
    const { minimum } = error
    if (minimum !== undefined) refuse('ERR_PAYMENT_TOO_SMALL', { body: { minimum: minimum / 100 } })
    refuse('ERR_PAYMENT_REFUSED')
  }
  refuse('ERR_PAYMENT_UNAVAILABLE', { retryAfterSeconds: 10 })
}

/** The current plan costs what its invoice says; others are monthly. @throws Refusal ERR_NO_PLAN_FOUND, ERR_INVALID_INPUT */
function checkoutTerms(
  platform: Platform,
  { companyId, used }: Pick<RequestedCharge, 'companyId' | 'used'>,
  invoice: Invoice | undefined,
  { plan: choice, users = 0, connections = 0 }: Pick<SubscriptionBody, 'plan' | 'users' | 'connections'>,
): ChargeTerms {
  const { company, plan } = getCompany(platform, companyId)
  if (choice === customPlan) {
    const size = { users, connections, queues: plan.queues }
    assertFits(used, size)
    const amount = customPlanPrice(size, getCustomPlanPrices(platform))
    return { planId: null, detail: customPlanName(size), ...size, amount, recurrence: 'MENSAL' }
  }
  if (choice !== null && choice !== undefined && choice !== company.planId) {
    const chosen = getPlan(platform, choice)
    if (!chosen.isPublic) refuse('ERR_NO_PLAN_FOUND')
    assertFits(used, chosen)
    return { ...termsOf(chosen), recurrence: 'MENSAL' }
  }
  const { recurrence } = company
  if (!invoice) return { ...termsOf(plan), recurrence }
  const { planId, detail, value: amount, queues } = invoice
  return { planId, detail, users: invoice.users, connections: invoice.connections, queues, amount, recurrence }
}

function termsOf({ id: planId, name: detail, users, connections, queues, amount }: ReturnType<typeof getPlan>) {
  return { planId, detail, users, connections, queues, amount }
}

function assertFits(used: Usage, size: Usage) {
  const names = planCounts.filter((name) => used[name] > size[name])
  if (names.length === 0) return
  refuse('ERR_INVALID_INPUT', { fields: Object.fromEntries(names.map((name) => [name, 'belowUse'])), body: { used } })
}
