import type { Domain } from '../platform/domain'
import { settingLive } from './setting.live'
import { settingRoutes } from './setting.routes'

export const settingDomain: Domain = {
  name: 'setting',
  routes: ({ guard, platform }) => settingRoutes(guard, platform),
  presenters: [settingLive],
}
