import * as v from 'valibot'
import { AnyNumber } from '../../kernel/http/body-values'
import { pixProviders } from '../../kernel/config/payment-config'

const line = (max: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(max, 'tooLong')))
/** Omitted or empty keeps it; null clears it. */
const secret = (max: number) => v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(max, 'tooLong'))))
const certificate = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(20_000, 'tooLong'),
      v.check((text) => text === '' || /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(text), 'pem'),
    ),
  ),
)
const Price = v.optional(v.pipe(AnyNumber, v.minValue(0, 'tooSmall'), v.maxValue(1_000_000, 'tooLarge')))

export const paymentSecrets = [
  'efiClientSecret',
  'efiCertificate',
  'efiKey',
  'efiWebhookSecret',
  'mercadoPagoAccessToken',
  'mercadoPagoWebhookSecret',
  'asaasApiKey',
  'asaasWebhookToken',
] as const
export type PaymentSecretName = (typeof paymentSecrets)[number]

export const PaymentSettingsBody = v.object({
  provider: v.optional(v.picklist(['', ...pixProviders], 'invalid')),
  pixKey: line(77),
  pixName: line(60),
  pixCity: line(60),
  efiClientId: line(200),
  efiClientSecret: secret(500),
  efiCertificate: certificate,
  efiKey: certificate,
  efiPixKey: line(77),
  efiWebhookSecret: secret(200),
  mercadoPagoAccessToken: secret(500),
  mercadoPagoWebhookSecret: secret(500),
  asaasApiKey: secret(500),
  asaasWebhookToken: secret(500),
  customBase: Price,
  customUser: Price,
  customConnection: Price,
})
export type PaymentSettingsBody = v.InferOutput<typeof PaymentSettingsBody>
