import { Elysia } from 'elysia'
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import { answerCalls } from '../../kernel/http/answer-calls'
import { refuse } from '../../kernel/errors'
import type { Platform } from '../platform'
import { limitGuesses } from '../sign-in/count-tries'
import { type Charge, findChargeByProviderId, findChargeByTxid } from './charge/charge.queries'
import { enqueuePaymentJob } from './enqueue-payment-job'
import { paymentWebhookCalls } from './payment.calls'
import { getPaymentSettings } from './payment-settings'

const received = { received: true } as const

/** A report only names a charge to verify. Authenticated, so that strangers trigger no requests. */
export function paymentWebhookRoutes(platform: Platform) {
  const settings = () => getPaymentSettings(platform)

  /** @throws Refusal ERR_UNAUTHORIZED, also without a secret; ERR_TOO_MANY_REQUESTS */
  function assertSecret(request: Request, provider: 'efi' | 'mercadopago' | 'asaas', given: string, expected: string) {
    if (given === '' || expected === '') refuse('ERR_UNAUTHORIZED')
    const isRight = limitGuesses(platform, request, provider, given, isSameSecret(given, expected))
    if (!isRight) refuse('ERR_UNAUTHORIZED')
  }

  function takeEfiReport(request: Request, secret: string, txids: readonly string[]) {
    assertSecret(request, 'efi', secret, settings().efiWebhookSecret)
    for (const txid of txids) noteReport(platform, findChargeByTxid(platform, 'efi', txid))
    return received
  }

  const app = new Elysia({ name: 'payment-webhooks' })
  return answerCalls(app, paymentWebhookCalls, {
    'POST /webhook/payment/efi': ({ request, query, body }) => takeEfiReport(request, query.hmac, txidsOf(body)),
    'POST /webhook/payment/efi/pix': ({ request, query, body }) => takeEfiReport(request, query.hmac, txidsOf(body)),
    'POST /webhook/payment/mercadopago': ({ request, query, body }) => {
      const id = query['data.id'] ?? String(body.data?.id ?? '')
      const { given, expected } = mercadoPagoSignature(request, id, settings().mercadoPagoWebhookSecret)
      assertSecret(request, 'mercadopago', given, expected)
      noteReport(platform, findChargeByProviderId(platform, 'mercadopago', id))
      return received
    },
    'POST /webhook/payment/asaas': ({ request, body }) => {
      const given = request.headers.get('asaas-access-token') ?? ''
      assertSecret(request, 'asaas', given, settings().asaasWebhookToken)
      noteReport(platform, findChargeByProviderId(platform, 'asaas', body.payment?.id ?? ''))
      return received
    },
  })
}

const txidsOf = ({ pix }: { pix: readonly { txid: string }[] }) => pix.map(({ txid }) => txid)

/** A paid charge may have been paid again. */
function noteReport(platform: Platform, charge: Charge | undefined) {
  if (charge) enqueuePaymentJob(platform, charge, 'payment.verify')
}

/** Signs the payment's id, the request's id and the time. */
function mercadoPagoSignature({ headers }: Request, id: string, secret: string) {
  const parts = new Map((headers.get('x-signature') ?? '').split(',').map((part) => pairOf(part)))
  const requestId = headers.get('x-request-id')
  const signed = `id:${id.toLowerCase()};${requestId === null ? '' : `request-id:${requestId};`}ts:${parts.get('ts') ?? ''};`
  const expected = secret === '' ? '' : createHmac('sha256', secret).update(signed).digest('hex')
  return { given: parts.get('v1') ?? '', expected }
}

function pairOf(part: string): [string, string] {
  const [name = '', value = ''] = part.split('=', 2)
  return [name.trim(), value.trim()]
}
