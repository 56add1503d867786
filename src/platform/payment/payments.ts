import { createContext } from '../../kernel/company/company-context'
import { enqueueJob } from '../../kernel/job/jobs'
import type { CompanyId } from '../../kernel/ids'
import { createMutex } from '../../kernel/job/limiter'
import type { GuardedFetch } from '../../kernel/outgoing/guarded-fetch'
import { createRateLimit } from '../../kernel/http/rate-limit'
import { firstCompanyId } from '../company/company.queries'
import type { Platform } from '../platform'
import type { Payments } from './provider/pix-provider'
import { createPaymentProviders } from './provider/payment-providers'
import { getPaymentSettings, webhookUrl } from './payment-settings'

export function createPayments(getPlatform: () => Platform, call: GuardedFetch): Payments {
  return {
    ...createPaymentProviders(getPlatform, call),
    inOrder: createMutex<CompanyId>(),
    limit: createRateLimit({ limit: 30, windowMs: 600_000 }),
  }
}

/** Registers the webhook at Efí; other providers get the URL with each charge or from their own settings. */
export async function registerWebhook(platform: Platform, signal: AbortSignal) {
  const settings = getPaymentSettings(platform)
  const url = webhookUrl(platform, settings)
  if (settings.provider === 'efi' && url !== undefined)
    await platform.payments.get('efi')?.registerWebhook?.(url, signal)
}

/** A job of the host's own company, because it waits for the provider. */
export function enqueueWebhookRegistration(platform: Platform) {
  if (getPaymentSettings(platform).provider !== 'efi' || !platform.config.publicUrl) return
  const ctx = createContext(platform.files.use(firstCompanyId))
  ctx.transaction(() => enqueueJob(ctx, 'payment.registerWebhook', {}, { dedupeKey: 'payment.registerWebhook' }))
}
