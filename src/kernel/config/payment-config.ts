import * as v from 'valibot'

export const pixProviders = ['static', 'efi', 'mercadopago', 'asaas'] as const
export type PixProviderName = (typeof pixProviders)[number]

const Text = v.optional(v.pipe(v.string(), v.trim()), '')
const address = (standard: string) => v.optional(v.pipe(v.string(), v.url()), standard)

/** The super user's payment settings override all but the addresses. */
export const paymentEnvironment = {
  PIX_PROVIDER: v.optional(v.picklist(pixProviders)),
  PIX_KEY: Text,
  PIX_NAME: Text,
  PIX_CITY: Text,
  EFI_API_URL: address('https://pix.api.efipay.com.br'),
  EFI_CLIENT_ID: Text,
  EFI_CLIENT_SECRET: Text,
  EFI_CERTIFICATE: Text,
  EFI_KEY: Text,
  EFI_PIX_KEY: Text,
  EFI_WEBHOOK_SECRET: Text,
  MERCADO_PAGO_API_URL: address('https://api.mercadopago.com'),
  MERCADO_PAGO_ACCESS_TOKEN: Text,
  MERCADO_PAGO_WEBHOOK_SECRET: Text,
  ASAAS_API_URL: address('https://api.asaas.com'),
  ASAAS_API_KEY: Text,
  ASAAS_WEBHOOK_TOKEN: Text,
}

const Environment = v.object(paymentEnvironment)

export interface PaymentConfig {
  provider: PixProviderName | undefined
  pixKey: string
  pixName: string
  pixCity: string
  efiApiUrl: string
  efiClientId: string
  efiClientSecret: string
  efiCertificateFile: string
  efiKeyFile: string
  efiPixKey: string
  efiWebhookSecret: string
  mercadoPagoApiUrl: string
  mercadoPagoAccessToken: string
  mercadoPagoWebhookSecret: string
  asaasApiUrl: string
  asaasApiKey: string
  asaasWebhookToken: string
}

const base = (url: string) => url.replace(/\/+$/, '')

export function paymentConfigOf(env: v.InferOutput<typeof Environment>): PaymentConfig {
  return {
    provider: env.PIX_PROVIDER,
    pixKey: env.PIX_KEY,
    pixName: env.PIX_NAME,
    pixCity: env.PIX_CITY,
    efiApiUrl: base(env.EFI_API_URL),
    efiClientId: env.EFI_CLIENT_ID,
    efiClientSecret: env.EFI_CLIENT_SECRET,
    efiCertificateFile: env.EFI_CERTIFICATE,
    efiKeyFile: env.EFI_KEY,
    efiPixKey: env.EFI_PIX_KEY,
    efiWebhookSecret: env.EFI_WEBHOOK_SECRET,
    mercadoPagoApiUrl: base(env.MERCADO_PAGO_API_URL),
    mercadoPagoAccessToken: env.MERCADO_PAGO_ACCESS_TOKEN,
    mercadoPagoWebhookSecret: env.MERCADO_PAGO_WEBHOOK_SECRET,
    asaasApiUrl: base(env.ASAAS_API_URL),
    asaasApiKey: env.ASAAS_API_KEY,
    asaasWebhookToken: env.ASAAS_WEBHOOK_TOKEN,
  }
}
