import * as v from 'valibot'
import { addDays } from '../../../kernel/time/calendar-days'
import type { GuardedFetch } from '../../../kernel/outgoing/guarded-fetch'
import { localDay } from '../../../kernel/time/time-zone'
import {
  type ChargeOrder,
  type ChargeReference,
  ignoreNotFound,
  ignoreRefusal,
  isRefusal,
  type PixProvider,
  ProviderError,
  type ReceivedPayment,
} from './pix-provider'
import { callProvider, PixCode, ReaisNumber } from './provider-call'

const Id = v.pipe(v.string(), v.regex(/^\w{1,100}$/))
const Payment = v.object({
  id: Id,
  status: v.string(),
  deleted: v.optional(v.boolean(), false),
  refunds: v.nullish(v.array(v.object({ status: v.string(), value: ReaisNumber })), []),
  value: ReaisNumber,
  externalReference: v.nullish(v.string()),
})
type Payment = v.InferOutput<typeof Payment>
const Payments = v.object({ data: v.array(Payment) })
const Customer = v.object({ id: Id, notificationDisabled: v.optional(v.boolean(), false) })
const Customers = v.object({ data: v.array(Customer) })
const QrCode = v.object({ payload: PixCode })
const Anything = v.unknown()

/** Cash was confirmed in Asaas' panel. */
const received = ['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'DUNNING_RECEIVED']
const refunded = ['REFUNDED', 'REFUND_REQUESTED', 'REFUND_IN_PROGRESS']
const chargedBack = ['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL']
const payable = ['PENDING', 'OVERDUE']

/** Pix by Asaas. It has no idempotency key, so our reference is searched before a charge is created. */
export function createAsaas(call: GuardedFetch, baseUrl: string, apiKey: string): PixProvider {
  const request = createAsaasClient(call, baseUrl, apiKey)
  const { search, find, createPayment } = createAsaasPayments(request)

  return {
    name: 'asaas',
    expirySeconds: 86_400,
    // Payable until twelve months after the due date.
    closesExpired: false,
    needsDocument: true,
    txidLength: 32,
    async create(order, signal) {
      const [known] = await search(order.txid, signal)
      const { id, value } = known ?? (await createPayment(order, signal))
      if (value !== order.amount) throw new ProviderError('unavailable', 'Asaas answered with another amount')
      const { payload } = await request('GET', `/payments/${id}/pixQrCode`, QrCode, signal)
      return { code: payload, providerId: id }
    },
    async find(charge, signal) {
      const payment = await find(charge, signal)
      if (!payment) return undefined
      return { payments: receivedOf(payment), isPayable: !payment.deleted && payable.includes(payment.status) }
    },
    async remove({ txid, providerId }, signal) {
      // A creation whose answer was lost may have been repeated.
      const others = (await search(txid, signal)).filter(({ id }) => id !== providerId)
      for (const id of [providerId, ...others.map((payment) => payment.id)].filter(Boolean)) {
        await request('DELETE', `/payments/${id}`, Anything, signal).catch(ignoreRefusal)
      }
    },
  }
}

function receivedOf({ id, status, value, refunds }: Payment): ReceivedPayment[] {
  const stated = { id: `asaas:${id}`, amount: value, currency: 'BRL' }
  if (chargedBack.includes(status)) return [{ ...stated, returned: value, returnedBy: 'chargeback' }]
  if (refunded.includes(status)) return [{ ...stated, returned: value, returnedBy: 'refund' }]
  if (!received.includes(status)) return []
  // A partial return leaves the status.
  const returned = refunds.filter((one) => one.status !== 'CANCELLED').reduce((sum, one) => sum + one.value, 0)
  return [{ ...stated, returned, ...(returned > 0 && { returnedBy: 'refund' }) }]
}

/** `... não pode ser menor que R$ 5,00.` has no code of its own. */
function nameMinimum(error: unknown): never {
  const [, reais, cents] = (isRefusal(error) && /menor que R\$\s?([\d.]+),(\d\d)/.exec(error.message)) || []
  if (!isRefusal(error) || reais === undefined) throw error
  const minimum = Number(reais.replaceAll('.', '')) * 100 + Number(cents)
  throw new ProviderError('refused', error.message, error.status, { cause: error, minimum })
}

type AsaasClient = ReturnType<typeof createAsaasClient>

function createAsaasClient(call: GuardedFetch, baseUrl: string, apiKey: string) {
  const headers = { access_token: apiKey }

  return function request<Schema extends v.GenericSchema>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: Schema,
    signal: AbortSignal,
    body?: unknown,
  ) {
    return callProvider(call, `${baseUrl}/v3${path}`, schema, { method, headers, signal, body })
  }
}

function createAsaasPayments(request: AsaasClient) {
  async function search(txid: string, signal: AbortSignal) {
    const query = new URLSearchParams({ externalReference: txid })
    const { data } = await request('GET', `/payments?${query}`, Payments, signal)
    return data.filter(({ externalReference, deleted }) => externalReference === txid && !deleted)
  }

  async function find({ txid, providerId }: ChargeReference, signal: AbortSignal) {
    if (providerId === '') return (await search(txid, signal))[0]
    const payment = await request('GET', `/payments/${providerId}`, Payment, signal).catch(ignoreNotFound)
    if (!payment || (payment.id === providerId && payment.externalReference === txid)) return payment
    throw new ProviderError('unavailable', 'Asaas answered about another payment')
  }

  async function customerId({ payer: { name, document, email } }: ChargeOrder, signal: AbortSignal) {
    const query = new URLSearchParams({ cpfCnpj: document })
    const { data } = await request('GET', `/customers?${query}`, Customers, signal)
    // Asaas charges for its messages; a customer that gets them is the host's own.
    const silent = data.find(({ notificationDisabled }) => notificationDisabled)
    if (silent) return silent.id
    const body = { name, cpfCnpj: document, email, notificationDisabled: true }
    return (await request('POST', '/customers', Customer, signal, body)).id
  }

  async function createPayment(order: ChargeOrder, signal: AbortSignal) {
    const customer = await customerId(order, signal)
    const body = {
      customer,
      billingType: 'PIX',
      value: order.amount / 100,
      description: order.description,
      // Payable until the end of this day, in Brazil.
      dueDate: addDays(localDay(order.createdAt, 'America/Sao_Paulo'), 1),
      externalReference: order.txid,
    }
    return request('POST', '/payments', Payment, signal, body).catch(nameMinimum)
  }

  return { search, find, createPayment }
}
