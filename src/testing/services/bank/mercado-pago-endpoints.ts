import type { BankCharge, BankFailures } from './bank.types'
import type { Endpoint } from './bank-server'
import type { Ledger } from './ledger'

export const mercadoPagoClient = { accessToken: 'TEST-simulado', webhookSecret: 'segredo-do-mercado' }

/** Simulates Mercado Pago's payments: created once per idempotency key, found by id or external reference. */
export function createMercadoPagoEndpoints(ledger: Ledger, failures: BankFailures): Endpoint {
  const byKey = new Map<string, string>()
  let lastId = Date.now()

  return async ({ method, path, query, headers, body, respondCreated }) => {
    if (headers['authorization'] !== `Bearer ${mercadoPagoClient.accessToken}`) return problem(401, 'unauthorized')
    if (method === 'POST' && path === '/v1/payments') {
      const key = headers['x-idempotency-key'] ?? ''
      if (key === '') return problem(400, 'Header X-Idempotency-Key is required')
      const known = ledger.find('mercadopago', byKey.get(key) ?? '')
      if (known) return Response.json(present(known), { status: 201 })
      const request = body as PaymentBody
      const wrong = validationError(request)
      if (wrong) return problem(400, wrong)
      const added = ledger.add({
        provider: 'mercadopago',
        id: String(++lastId),
        reference: request.external_reference ?? '',
        amount: request.transaction_amount ?? 0,
        request: { ...request },
        webhookUrl: request.notification_url,
      })
      byKey.set(key, added.id)
      return respondCreated(added, () => Response.json(present(added), { status: 201 }))
    }
    if (path === '/v1/payments/search') {
      const wanted = query.get('external_reference')
      const found = ledger.state.charges.filter((one) => one.provider === 'mercadopago' && one.reference === wanted)
      return Response.json({ paging: { total: found.length }, results: found.map(present) })
    }
    const charge = ledger.find('mercadopago', path.replace('/v1/payments/', ''))
    if (!charge) return problem(404, 'Payment not found')
    if (method === 'PUT') {
      if (failures.payBeforeRemoval) ledger.pay(charge)
      if (charge.state !== 'open') return problem(400, 'The payment cannot be cancelled')
      ledger.change(charge, { state: 'removed' })
    }
    return Response.json(present(charge))
  }
}

interface PaymentBody {
  transaction_amount?: number
  payment_method_id?: string
  external_reference?: string
  notification_url?: string
  date_of_expiration?: string
  payer?: { email?: string; identification?: { type?: string; number?: string } }
}

function validationError({
  transaction_amount: amount,
  payment_method_id: kind,
  payer,
  date_of_expiration,
}: PaymentBody) {
  if (typeof amount !== 'number' || amount <= 0 || Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)
    return 'amount'
  if (kind !== 'pix') return 'payment_method_id'
  if (!payer?.email?.includes('@')) return 'payer.email'
  if (date_of_expiration && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/.test(date_of_expiration))
    return 'date'
  return undefined
}

const problem = (status: number, message: string) => Response.json({ status, message }, { status })

/**
 * As in mercadopago.com.br/developers/pt/docs/checkout-api/payment-management/cancellations-and-refunds and the payments
 * reference, read on 2026-11-24. A part refunded stays `approved`.
 */
function statusOf({ state, paid = 0, returned = 0, returnedBy }: BankCharge) {
  if (returnedBy === 'chargeback') return 'charged_back'
  if (returned > 0 && returned >= paid) return 'refunded'
  return { open: 'pending', paid: 'approved', removed: 'cancelled' }[state]
}

function present(charge: BankCharge) {
  return {
    id: Number(charge.id),
    status: statusOf(charge),
    external_reference: charge.reference,
    transaction_amount: charge.paid ?? charge.amount,
    transaction_amount_refunded: charge.returnedBy === 'refund' ? charge.returned : 0,
    currency_id: charge.currency ?? 'BRL',
    payment_method_id: 'pix',
    date_approved: charge.paidAt ?? null,
    point_of_interaction: { transaction_data: { qr_code: charge.code, qr_code_base64: '', ticket_url: '' } },
  }
}
