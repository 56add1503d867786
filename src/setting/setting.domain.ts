import type { Domain } from '../platform/domain'
import { settingRoutes } from './setting.routes'
import { presentEach } from '../kernel/live/live'
import './setting.calls'

const settingLive = presentEach({
  'setting.changed': (_, { number, data: { key, to } }) => [
    { topics: ['all'], event: 'settings', number, data: { action: 'update', setting: { key, value: to } } },
  ],
})

export const settingDomain: Domain = {
  name: 'setting',
  routes: ({ guard, platform }) => settingRoutes(guard, platform),
  presenters: [settingLive],
}
