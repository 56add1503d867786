import { and, eq } from 'drizzle-orm'
import { refuse } from '../../../kernel/errors'
import { readSecret } from '../../../kernel/config/sealed-secret'
import { addMs } from '../../../kernel/time/clock'
import { getCompany } from '../../company/company.queries'
import { getInvoice } from '../../invoice/invoice.queries'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import { type Charge, findCharge } from './charge.queries'
import { enqueuePaymentJob } from '../enqueue-payment-job'
import { getPaymentSettings, webhookUrl } from '../payment-settings'
import { type PixProvider, ProviderError } from '../provider/pix-provider'
import { endUnpaid, withdrawCharge } from './withdraw-charge'

const timeoutMs = 25_000
/** Delay before a payment is verified that was reported before the provider answered. */
const firstLookMs = 5_000

/**
 * Creates the charge at the provider. May be repeated after a failure: the txid keeps it one charge.
 * @throws Refusal ERR_PAYMENT_UNAVAILABLE, ERR_PAYMENT_REFUSED, ERR_PAYMENT_TOO_SMALL, ERR_INVOICE_PAID when the invoice was paid meanwhile
 */
export async function createAtProvider(platform: Platform, provider: PixProvider, charge: Charge): Promise<Charge> {
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

/** Shown to the payer by the bank. Providers accept little besides letters and digits. */
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
