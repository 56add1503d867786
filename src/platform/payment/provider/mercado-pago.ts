import * as v from 'valibot'
import type { GuardedFetch } from '../../../kernel/outgoing/guarded-fetch'
import type { ChargeOrder, ChargeReference, PixProvider, ReceivedPayment } from './pix-provider'
import { ignoreNotFound, ignoreRefusal, ProviderError } from './pix-provider'
import { callProvider, PixCode, ReaisNumber } from './provider-call'

const Payment = v.object({
  id: v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^\w{1,50}$/)),
  status: v.string(),
  external_reference: v.nullish(v.string()),
  transaction_amount: ReaisNumber,
  transaction_amount_refunded: v.nullish(ReaisNumber, 0),
  currency_id: v.optional(v.string(), 'BRL'),
  point_of_interaction: v.nullish(v.object({ transaction_data: v.nullish(v.object({ qr_code: v.nullish(PixCode) })) })),
})
type Payment = v.InferOutput<typeof Payment>
const Found = v.object({ results: v.array(Payment) })
const Anything = v.unknown()

const payable = ['pending', 'authorized', 'in_process']
/** In mediation, the money is kept from the host. */
const received = ['approved', 'refunded', 'charged_back', 'in_mediation']

export function createMercadoPago(call: GuardedFetch, baseUrl: string, accessToken: string): PixProvider {
  const headers = { authorization: `Bearer ${accessToken}` }

  async function find({ txid, providerId }: ChargeReference, signal: AbortSignal) {
    const get = { method: 'GET', headers, signal } as const
    if (providerId === '') {
      const query = new URLSearchParams({ external_reference: txid })
      const { results } = await callProvider(call, `${baseUrl}/v1/payments/search?${query}`, Found, get)
      return results.find((payment) => payment.external_reference === txid)
    }
    const url = `${baseUrl}/v1/payments/${providerId}`
    const payment = await callProvider(call, url, Payment, get).catch(ignoreNotFound)
    if (!payment || (payment.id === providerId && payment.external_reference === txid)) return payment
    throw new ProviderError('unavailable', 'Mercado Pago answered about another payment')
  }

  return {
    name: 'mercadopago',
    expirySeconds: 3600,
    closesExpired: true,
    needsDocument: false,
    txidLength: 32,
    async create(order, signal) {
      const payment = await callProvider(call, `${baseUrl}/v1/payments`, Payment, {
        method: 'POST',
        headers: { ...headers, 'x-idempotency-key': order.txid },
        signal,
        body: paymentBody(order),
      })
      const code = payment.point_of_interaction?.transaction_data?.qr_code
      if (!code) throw new ProviderError('unavailable', 'Mercado Pago answered without a Pix code')
      if (payment.transaction_amount !== order.amount) {
        throw new ProviderError('unavailable', 'Mercado Pago answered with another amount')
      }
      return { code, providerId: payment.id }
    },
    async find(charge, signal) {
      const payment = await find(charge, signal)
      if (!payment) return undefined
      return { payments: receivedOf(payment), isPayable: payable.includes(payment.status) }
    },
    async remove(charge, signal) {
      const id = charge.providerId || (await find(charge, signal))?.id
      if (!id) return
      const change = { method: 'PUT', headers, signal, body: { status: 'cancelled' } } as const
      await callProvider(call, `${baseUrl}/v1/payments/${id}`, Anything, change).catch(ignoreRefusal)
    },
  }
}

function receivedOf(payment: Payment): ReceivedPayment[] {
  const { id, status, transaction_amount: amount, transaction_amount_refunded: refunded } = payment
  if (!received.includes(status)) return []
  const stated = { id: `mercadopago:${id}`, amount, currency: payment.currency_id }
  if (status === 'charged_back' || status === 'in_mediation')
    return [{ ...stated, returned: amount, returnedBy: 'chargeback' }]
  const returned = status === 'refunded' ? refunded || amount : refunded
  return [{ ...stated, returned, ...(returned > 0 && { returnedBy: 'refund' }) }]
}

function paymentBody({ txid, amount, description, expiresAt, payer, webhookUrl }: ChargeOrder) {
  const [firstName = '', ...others] = payer.name.split(' ')
  const { document } = payer
  const identification = { type: document.length === 11 ? 'CPF' : 'CNPJ', number: document }
  return {
    transaction_amount: amount / 100,
    description,
    payment_method_id: 'pix',
    external_reference: txid,
    ...(webhookUrl !== undefined && { notification_url: webhookUrl }),
    ...(expiresAt && { date_of_expiration: expiresAt.toISOString().replace('Z', '+00:00') }),
    payer: {
      email: payer.email,
      first_name: firstName,
      last_name: others.join(' '),
      ...(document && { identification }),
    },
  }
}
