import { randomBytes } from 'node:crypto'
import type { BankCharge, BankFailures } from './bank.types'
import type { Endpoint } from './bank-server'
import type { Ledger } from './ledger'

export const asaasClient = { apiKey: '$aact_simulado', webhookToken: 'token-do-asaas' }

/**
 * Simulates Asaas: customers by CPF or CNPJ, payments of a customer, and a code for each. Only payments that are pending
 * or overdue can be removed (docs.asaas.com/reference/remove-payment), a code can be paid until twelve months after its
 * due date (docs.asaas.com/reference/get-qr-code-for-pix-payments); both as read on 2026-11-24.
 */
export function createAsaasEndpoints(ledger: Ledger, failures: BankFailures): Endpoint {
  return async ({ method, path, query, headers, body, respondCreated }) => {
    if (headers['access_token'] !== asaasClient.apiKey) return problem(401, 'invalid_access_token')
    if (!headers['user-agent']) return problem(400, 'user_agent_required')
    const [, , kind = '', id = '', part] = path.split('/')
    if (kind === 'customers') {
      const cpfCnpj = method === 'GET' ? query.get('cpfCnpj') : (body as { cpfCnpj?: string }).cpfCnpj
      const known = ledger.state.customers.filter((one) => one.cpfCnpj === cpfCnpj)
      if (method === 'GET') return Response.json({ object: 'list', totalCount: known.length, data: known })
      const { name, notificationDisabled = false } = body as { name?: string; notificationDisabled?: boolean }
      if (!name || !/^\d{11}(\d{3})?$/.test(cpfCnpj ?? '')) return problem(400, 'invalid_customer')
      const customer = {
        id: `cus_${randomBytes(6).toString('hex')}`,
        name,
        cpfCnpj: cpfCnpj ?? '',
        notificationDisabled,
      }
      ledger.state.customers.push(customer)
      return Response.json(customer)
    }
    if (kind !== 'payments') return problem(404, 'not_found')
    if (method === 'GET' && id === '') {
      const wanted = query.get('externalReference')
      const found = ledger.state.charges.filter(
        (one) => one.provider === 'asaas' && one.reference === wanted && one.state !== 'removed',
      )
      return Response.json({ object: 'list', totalCount: found.length, data: found.map(present) })
    }
    if (method === 'POST' && id === '') {
      const request = body as PaymentBody
      if (!ledger.state.customers.some((one) => one.id === request.customer)) return problem(400, 'invalid_customer')
      if (request.billingType !== 'PIX') return problem(400, 'invalid_billingType')
      if (!((request.value ?? 0) >= least)) return problem(400, 'invalid_value', belowLeast(request.value ?? 0))
      if (!/^\d{4}-\d\d-\d\d$/.test(request.dueDate ?? '')) return problem(400, 'invalid_dueDate')
      const added = ledger.add({
        provider: 'asaas',
        id: `pay_${randomBytes(8).toString('hex')}`,
        reference: request.externalReference ?? '',
        amount: request.value ?? 0,
        request: { ...request },
      })
      return respondCreated(added, () => Response.json(present(added)))
    }
    const charge = ledger.find('asaas', id)
    if (!charge) return problem(404, 'not_found')
    if (part === 'pixQrCode') {
      return Response.json({
        success: true,
        encodedImage: '',
        payload: charge.code,
        expirationDate: '2099-12-31 23:59:59',
      })
    }
    if (method === 'DELETE') {
      if (failures.payBeforeRemoval) ledger.pay(charge)
      if (charge.state === 'paid') return problem(400, 'invalid_action')
      ledger.change(charge, { state: 'removed' })
      return Response.json({ deleted: true, id })
    }
    return Response.json(present(charge))
  }
}

interface PaymentBody {
  customer?: string
  billingType?: string
  value?: number
  dueDate?: string
  externalReference?: string
}

const problem = (status: number, code: string, description = code) =>
  Response.json({ errors: [{ code, description }] }, { status })

const least = 5
const inReais = (value: number) => `R$ ${value.toFixed(2).replace('.', ',')}`
/** Verbatim, as quoted in public reports about this refusal; read on 2026-11-24. */
const belowLeast = (value: number) =>
  `O valor da cobrança (${inReais(value)}) menos o valor do desconto (R$ 0,00) não pode ser menor que ${inReais(least)}.`

export const present = (charge: BankCharge) => ({
  object: 'payment',
  id: charge.id,
  externalReference: charge.reference,
  billingType: 'PIX',
  value: charge.paid ?? charge.amount,
  deleted: charge.state === 'removed',
  status: statusOf(charge),
  refunds: charge.returnedBy === 'refund' ? [{ status: 'DONE', value: charge.returned }] : null,
})

/** As in docs.asaas.com/docs/payment-events and /docs/refunds, read on 2026-11-24. A partial refund leaves the status unchanged. */
function statusOf({ state, paid = 0, returned = 0, returnedBy, inCash }: BankCharge) {
  if (state !== 'paid') return 'PENDING'
  if (returnedBy === 'chargeback') return 'CHARGEBACK_REQUESTED'
  if (returned > 0 && returned >= paid) return 'REFUNDED'
  return inCash ? 'RECEIVED_IN_CASH' : 'RECEIVED'
}

export function eventOf(charge: BankCharge) {
  if (charge.inCash === false) return 'PAYMENT_RECEIVED_IN_CASH_UNDONE'
  if (charge.returnedBy === 'refund' && statusOf(charge) === 'RECEIVED') return 'PAYMENT_PARTIALLY_REFUNDED'
  return charge.inCash ? 'PAYMENT_RECEIVED' : `PAYMENT_${statusOf(charge)}`
}
