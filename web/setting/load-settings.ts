import type { CompanySchedule } from '../../src/queue/opening-hours.contract'
import type { SettingView } from '../../src/setting/setting.calls'
import type { ApiClient } from '../api/api-client'
import type { PageSession } from '../page/page-definition'

export interface SettingsData {
  settings: SettingView[]
  schedule: CompanySchedule
}

export async function loadSettings(
  api: ApiClient,
  _params: object,
  _query: URLSearchParams,
  { user }: PageSession,
): Promise<SettingsData> {
  const [settings, schedule] = await Promise.all([
    api.get('/settings'),
    api.get('/companies/:id/schedules', { params: { id: user?.companyId ?? 0 } }),
  ])
  return { settings, schedule }
}
