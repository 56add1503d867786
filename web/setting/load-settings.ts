import type { CompanySchedule } from '../../src/queue/hours/opening-hours.contract'
import type { PlatformSettingKey } from '../../src/platform/branding/platform-setting.contract'
import type { SettingView } from '../../src/setting/setting.calls'
import type { WebhookView } from '../../src/webhook/webhook.calls'
import type { ApiClient } from '../api/api-client'
import type { PageSession } from '../page/page-definition'

export interface SettingsData {
  /** For super users only. */
  platform: PlatformSettings | null
  /** For super users only. */
  webhook: WebhookView | null
  /** For companies whose plan includes the API. */
  companyWebhook: WebhookView | null
  settings: SettingView[]
  schedule: CompanySchedule
}

const platformKeys = [
  ...(['appName', 'primaryColorLight', 'primaryColorDark', 'allowSignup', 'trialDays'] as const),
  ...(['invoiceMails', 'superTwoFactor'] as const),
  ...(['appLogoLight', 'appLogoDark', 'appLogoFavicon'] as const),
] satisfies PlatformSettingKey[]
export type PlatformSettings = Record<(typeof platformKeys)[number], string>

export async function loadSettings(
  api: ApiClient,
  _params: object,
  _query: URLSearchParams,
  { user }: PageSession,
): Promise<SettingsData> {
  const [settings, schedule, platform, webhook, companyWebhook] = await Promise.all([
    api.get('/settings'),
    api.get('/companies/:id/schedules', { params: { id: user?.companyId ?? 0 } }),
    user?.super ? loadPlatformSettings(api) : null,
    user?.super ? api.get('/gestor-webhook') : null,
    user?.plan.useExternalApi ? api.get('/company-webhook') : null,
  ])
  return { settings, schedule, platform, webhook, companyWebhook }
}

async function loadPlatformSettings(api: ApiClient) {
  const all = await Promise.all(platformKeys.map((key) => api.get('/setting/:key', { params: { key } })))
  return Object.fromEntries(all.map(({ key, value }) => [key, value])) as PlatformSettings
}
