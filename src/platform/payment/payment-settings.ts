import { createHmac, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { type PixProviderName, pixProviders } from '../../kernel/config/payment-config'
import { changeSecret, readSecret, type Secret } from '../../kernel/config/sealed-secret'
import { readPlatformJson } from '../branding/platform-setting.queries'
import { storePlatformJson } from '../branding/save-platform-setting'
import { audit, type Platform, type PlatformActor } from '../platform'
import { type CustomPlanPrices, standardCustomPlanPrices } from '../plan/plan.contract'
import type { PaymentSettingsView } from './payment.calls'
import { type PaymentSecretName, paymentSecrets, type PaymentSettingsBody } from './payment-settings.contract'
import { recordOf } from '../../kernel/typed-object.contract'

const texts = ['pixKey', 'pixName', 'pixCity', 'efiClientId', 'efiPixKey'] as const
type TextName = (typeof texts)[number]

/** Under one key, so that a change is one write. Secrets are sealed. */
const Stored = v.object({
  ...recordOf([...texts, ...paymentSecrets], () => v.optional(v.string())),
  provider: v.optional(v.picklist(['', ...pixProviders])),
  /** In centavos. */
  prices: v.optional(v.object({ base: v.number(), user: v.number(), connection: v.number() })),
})
type Stored = v.InferOutput<typeof Stored>

export interface PaymentSettings extends Record<TextName | PaymentSecretName, string> {
  provider: PixProviderName | undefined
}

const key = 'payment'

const readStored = (platform: Platform): Stored => readPlatformJson(platform, key, Stored) ?? {}

export function getPaymentSettings(platform: Platform): PaymentSettings {
  const stored = readStored(platform)
  const { payment } = platform.config
  const own = (name: PaymentSecretName) => readOwnSecret(platform, stored, name)
  const text = (name: TextName) => stored[name] || payment[name]
  const pixKey = text('pixKey')
  const provider =
    stored.provider === undefined ? (payment.provider ?? (pixKey ? 'static' : undefined)) : stored.provider
  return {
    provider: provider || undefined,
    pixKey,
    pixName: text('pixName'),
    pixCity: text('pixCity'),
    efiClientId: text('efiClientId'),
    efiPixKey: text('efiPixKey'),
    efiClientSecret: own('efiClientSecret') || payment.efiClientSecret,
    efiCertificate: own('efiCertificate') || readPem(platform, payment.efiCertificateFile),
    efiKey: own('efiKey') || readPem(platform, payment.efiKeyFile),
    efiWebhookSecret: own('efiWebhookSecret') || payment.efiWebhookSecret || defaultWebhookSecret(platform),
    mercadoPagoAccessToken: own('mercadoPagoAccessToken') || payment.mercadoPagoAccessToken,
    mercadoPagoWebhookSecret: own('mercadoPagoWebhookSecret') || payment.mercadoPagoWebhookSecret,
    asaasApiKey: own('asaasApiKey') || payment.asaasApiKey,
    asaasWebhookToken: own('asaasWebhookToken') || payment.asaasWebhookToken,
  }
}

export function getCustomPlanPrices(platform: Platform): CustomPlanPrices {
  const { base, user, connection } = standardCustomPlanPrices
  return readStored(platform).prices ?? { base: base * 100, user: user * 100, connection: connection * 100 }
}

function readOwnSecret(platform: Platform, stored: Stored, name: PaymentSecretName) {
  const secret = readSecret(platform.hostKey, stored[name] ?? '')
  return secret.state === 'set' ? secret.text : ''
}

function readPem({ log }: Platform, path: string) {
  if (path === '') return ''
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    log.error('A certificate file for payments cannot be read', { path, error })
    return ''
  }
}

/** Efí signs no webhooks: the address carries a secret. */
function defaultWebhookSecret({ hostKey }: Platform) {
  return createHmac('sha256', hostKey.linkSecret).update('efi webhook').digest('hex')
}

const required: Record<PixProviderName, readonly (TextName | PaymentSecretName)[]> = {
  static: ['pixKey', 'pixName', 'pixCity'],
  efi: ['efiClientId', 'efiClientSecret', 'efiCertificate', 'efiKey', 'efiPixKey'],
  mercadopago: ['mercadoPagoAccessToken'],
  asaas: ['asaasApiKey'],
}

export function missingPaymentSettings(settings: PaymentSettings) {
  return settings.provider ? required[settings.provider].filter((name) => settings[name] === '') : []
}

export function settingsProblem(settings: PaymentSettings, now: Date) {
  if (settings.provider !== 'efi' || missingPaymentSettings(settings).length > 0) return null
  return certificateProblem(settings.efiCertificate, settings.efiKey, now)
}

export function viewPaymentSettings(platform: Platform): PaymentSettingsView {
  const settings = getPaymentSettings(platform)
  const stored = readStored(platform)
  const prices = getCustomPlanPrices(platform)
  const stateOf = (name: PaymentSecretName): Secret['state'] => {
    const { state } = readSecret(platform.hostKey, stored[name] ?? '')
    if (state !== 'none' || name === 'efiWebhookSecret') return state
    return settings[name] === '' ? 'none' : 'set'
  }
  const { provider = '', pixKey, pixName, pixCity, efiClientId, efiPixKey } = settings
  return {
    provider,
    pixKey,
    pixName,
    pixCity,
    efiClientId,
    efiPixKey,
    secrets: recordOf(paymentSecrets, (name) => stateOf(name)),
    customBase: prices.base / 100,
    customUser: prices.user / 100,
    customConnection: prices.connection / 100,
    webhookUrl: webhookUrl(platform, settings) ?? '',
    missing: missingPaymentSettings(settings),
    problem: settingsProblem(settings, platform.clock.now()),
  }
}

export function webhookUrl({ config }: Platform, settings: PaymentSettings) {
  const { provider } = settings
  if (!config.publicUrl || !provider || provider === 'static') return undefined
  const address = `${config.publicUrl}/webhook/payment/${provider}`
  // Efí appends `/pix`, which the last parameter absorbs.
  return provider === 'efi' ? `${address}?hmac=${settings.efiWebhookSecret}&ignorar=` : address
}

export function savePaymentSettings(platform: Platform, actor: PlatformActor, body: PaymentSettingsBody) {
  const stored = readStored(platform)
  const current = getCustomPlanPrices(platform)
  const next: Stored = { ...stored }
  if (body.provider !== undefined) next.provider = body.provider
  for (const name of texts) if (body[name] !== undefined) next[name] = body[name]
  for (const name of paymentSecrets) next[name] = changeSecret(platform.hostKey, stored[name] ?? '', body[name])
  next.prices = {
    base: centavosOr(body.customBase, current.base),
    user: centavosOr(body.customUser, current.user),
    connection: centavosOr(body.customConnection, current.connection),
  }
  storePlatformJson(platform, key, next)
  audit(platform, 'payment.settingsChanged', actor, { fields: Object.keys(body) })
  return viewPaymentSettings(platform)
}

const centavosOr = (reais: number | undefined, current: number) =>
  reais === undefined ? current : Math.round(reais * 100)

/** Why a client certificate and its key, in PEM, cannot be used; null if nothing is known against them. */
function certificateProblem(certificate: string, key: string, now: Date) {
  try {
    const read = new X509Certificate(certificate)
    if (!read.checkPrivateKey(createPrivateKey(key))) return 'keyMismatch'
    return read.validToDate < now ? 'certificateExpired' : null
  } catch {
    return 'certificateUnreadable'
  }
}
