import type { GuardedFetch } from '../../../kernel/outgoing/guarded-fetch'
import type { PixProviderName } from '../../../kernel/config/payment-config'
import type { Platform } from '../../platform'
import { createAsaas } from './asaas'
import { createEfi } from './efi'
import { createMercadoPago } from './mercado-pago'
import { getPaymentSettings, missingPaymentSettings, type PaymentSettings } from '../payment-settings'
import type { PixProvider } from './pix-provider'

interface BrCode {
  pixKey: string
  name: string
  city: string
  amount: number
  /** Letters and digits, 25 at most. */
  txid: string
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

interface Recipient {
  pixKey: string
  pixName: string
  pixCity: string
}

/** Access tokens are kept until the settings change. */
export function createPaymentProviders(getPlatform: () => Platform, call: GuardedFetch) {
  let kept: { settings: string; providers: Map<PixProviderName, PixProvider> } | undefined

  function make(name: PixProviderName, settings: PaymentSettings): PixProvider {
    const { payment } = getPlatform().config
    switch (name) {
      case 'efi':
        return createEfi(call, payment.efiApiUrl, settings)
      case 'mercadopago':
        return createMercadoPago(call, payment.mercadoPagoApiUrl, settings.mercadoPagoAccessToken)
      case 'asaas':
        return createAsaas(call, payment.asaasApiUrl, settings.asaasApiKey)
      case 'static':
        return createStaticCode(settings)
    }
  }

  function get(name: PixProviderName, settings = getPaymentSettings(getPlatform())): PixProvider | undefined {
    if (missingPaymentSettings({ ...settings, provider: name }).length > 0) return undefined
    const fingerprint = JSON.stringify(settings)
    if (kept?.settings !== fingerprint) kept = { settings: fingerprint, providers: new Map() }
    const provider = kept.providers.get(name) ?? make(name, settings)
    kept.providers.set(name, provider)
    return provider
  }

  return {
    current() {
      const settings = getPaymentSettings(getPlatform())
      return settings.provider && get(settings.provider, settings)
    },
    get: (name: PixProviderName) => get(name),
  }
}

/** Nobody reports its payments: the super user confirms them. */
function createStaticCode({ pixKey, pixName, pixCity }: Recipient): PixProvider {
  return {
    name: 'static',
    expirySeconds: null,
    closesExpired: false,
    needsDocument: false,
    txidLength: 25,
    create: async ({ txid, amount }) => ({
      code: createBrCode({ pixKey, name: pixName, city: pixCity, amount, txid }),
      providerId: txid,
      pixKey,
    }),
    find: async () => undefined,
    remove: async () => {},
  }
}

/** "Copia e cola", Banco Central's manual of BR Codes. */
export function createBrCode({ pixKey, name, city, amount, txid }: BrCode) {
  const parts = [
    ['00', '01'],
    ['26', field('00', 'br.gov.bcb.pix') + field('01', pixKey)],
    ['52', '0000'],
    ['53', '986'],
    ['54', (amount / 100).toFixed(2)],
    ['58', 'BR'],
    ['59', plain(name, 25)],
    ['60', plain(city, 15)],
    ['62', field('05', txid)],
  ] as const
  const code = `${parts.map(([id, value]) => field(id, value)).join('')}6304`
  return code + crc16(code)
}

/** Banks read only capitals, digits and spaces; a name without any becomes `PIX`. */
function plain(text: string, lengthMax: number) {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const plainText = letters.replace(/[^A-Z0-9 ]/g, ' ').replace(/ +/g, ' ')
  return plainText.trim().slice(0, lengthMax).trim() || 'PIX'
}

export function crc16(text: string) {
  let crc = 0xffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
