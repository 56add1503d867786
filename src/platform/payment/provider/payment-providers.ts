import type { GuardedFetch } from '../../../kernel/outgoing/guarded-fetch'
import type { PixProviderName } from '../../../kernel/config/payment-config'
import type { Platform } from '../../platform'
import { createAsaas } from './asaas'
import { createEfi } from './efi'
import { createMercadoPago } from './mercado-pago'
import { getPaymentSettings, missingPaymentSettings, type PaymentSettings } from '../payment-settings'
import type { PixProvider } from './pix-provider'
import { createStaticCode } from './static-code'

/** The Pix providers for the current settings. Their access tokens are kept until the settings change. */
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
    /** The provider for new charges; undefined while none is chosen or its settings are incomplete. */
    current() {
      const settings = getPaymentSettings(getPlatform())
      return settings.provider && get(settings.provider, settings)
    },
    /** Returns the provider of an earlier charge; undefined if its settings were removed. */
    get: (name: PixProviderName) => get(name),
  }
}
