import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { pixProviders } from '../../kernel/config/payment-config'
import { IdParams, listUpTo } from '../../kernel/http/request-parts'
import { SubscriptionBody } from './charge/charge.contract'
import { paymentSecrets, PaymentSettingsBody } from './payment-settings.contract'

export const ChargeView = v.object({
  chargeId: v.number(),
  invoiceId: v.number(),
  provider: v.picklist(pixProviders),
  txid: v.string(),
  status: v.literal('ATIVA'),
  calendario: v.object({
    criacao: v.string(),
    /** Seconds; absent for a static code. */
    expiracao: v.optional(v.number()),
  }),
  /** Reais such as `149.90`. */
  valor: v.object({ original: v.string() }),
  /** Absent where the provider names no address. */
  loc: v.optional(v.object({ id: v.union([v.number(), v.string()]), location: v.string() })),
  location: v.optional(v.string()),
  /** Receives; absent where the provider names none. */
  chave: v.optional(v.string()),
  pixCopiaECola: v.string(),
  qrcode: v.object({ qrcode: v.string(), imagemQrcode: v.string() }),
  /** Null for a static code. */
  expiresAt: v.nullable(v.string()),
  secondsLeft: v.nullable(v.number()),
})
export type ChargeView = v.InferOutput<typeof ChargeView>

export const checkoutCalls = defineCalls({
  'POST /subscription': { body: SubscriptionBody, answer: ChargeView },
})

export const UnclearPayment = v.object({
  id: v.number(),
  /** `unclaimed`: company deleted. `undone`: receipt withdrawn. `takenBack`: money came back after that. */
  kind: v.picklist([
    'partial',
    'overpaid',
    'unclaimed',
    'refunded',
    'chargedBack',
    'undone',
    'otherCurrency',
    'takenBack',
  ]),
  company: v.object({ id: v.number(), name: v.string() }),
  invoiceId: v.number(),
  provider: v.picklist(pixProviders),
  txid: v.string(),
  value: v.number(),
  received: v.number(),
  currency: v.string(),
  returned: v.number(),
  got: v.nullable(v.object({ detail: v.string(), until: v.nullable(v.string()), canTakeBack: v.boolean() })),
  at: v.string(),
})
export type UnclearPayment = v.InferOutput<typeof UnclearPayment>

export const unclearPaymentCalls = defineCalls({
  'GET /payments/unclear': { answer: v.array(UnclearPayment) },
  'POST /payments/unclear/:id/reviewed': { params: IdParams, answer: Done },
  'POST /payments/unclear/:id/take-back': { params: IdParams, answer: Done },
})

const settingsProblems = [
  'certificateUnreadable',
  'certificateExpired',
  'keyMismatch',
  'rejected',
  'unavailable',
] as const

const SecretState = v.picklist(['none', 'set', 'unreadable'])

export const PaymentSettingsView = v.object({
  provider: v.picklist(['', ...pixProviders]),
  pixKey: v.string(),
  pixName: v.string(),
  pixCity: v.string(),
  efiClientId: v.string(),
  efiPixKey: v.string(),
  /** Here or in the environment. `unreadable`: sealed by another host. */
  secrets: v.object(v.entriesFromList(paymentSecrets, SecretState)),
  customBase: v.number(),
  customUser: v.number(),
  customConnection: v.number(),
  /** The URL to enter at the provider; empty without a public address. */
  webhookUrl: v.string(),
  missing: v.array(v.string()),
  /** What keeps the settings from working. After saving, the provider has been asked as well. */
  problem: v.nullable(v.picklist(settingsProblems)),
})
export type PaymentSettingsView = v.InferOutput<typeof PaymentSettingsView>

export const paymentSettingsCalls = defineCalls({
  'GET /payment-settings': { answer: PaymentSettingsView },
  // Two certificates in PEM.
  'PUT /payment-settings': {
    body: PaymentSettingsBody,
    limits: { jsonBytesMax: 128 * 1024 },
    answer: PaymentSettingsView,
  },
})

const Short = v.pipe(v.string(), v.maxLength(200))
const limits = { anonymousBytesMax: 64 * 1024 }
const Received = v.object({ received: v.literal(true) })
const efiReport = {
  public: true,
  limits,
  query: v.object({ hmac: v.optional(Short, ''), ignorar: v.optional(Short) }),
  body: v.object({
    evento: v.nullish(Short),
    pix: v.nullish(listUpTo(v.object({ txid: v.nullish(Short, '') }), 100), []),
  }),
  answer: Received,
}

export const paymentWebhookCalls = defineCalls({
  'POST /webhook/payment/efi': efiReport,
  // Efí appends `/pix` to the URL.
  'POST /webhook/payment/efi/pix': efiReport,
  'POST /webhook/payment/mercadopago': {
    public: true,
    query: v.object({ 'data.id': v.optional(Short), type: v.optional(Short) }),
    body: v.object({
      type: v.nullish(Short),
      data: v.nullish(v.object({ id: v.nullish(v.union([Short, v.number()])) })),
    }),
    limits,
    answer: Received,
  },
  'POST /webhook/payment/asaas': {
    public: true,
    // Events of other kinds name no payment.
    body: v.object({ event: v.nullish(Short), payment: v.nullish(v.object({ id: v.nullish(Short, '') })) }),
    limits,
    answer: Received,
  },
})
