import type { Domain } from '../platform/domain'
import { settingRoutes } from './setting.routes'
import { isEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import './setting.calls'

const settingLive: LivePresenter = (_ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    if (!isEvent(event, 'setting.changed')) return []
    const setting = { key: event.data.key, value: event.data.to }
    return [{ topics: ['all'], event: 'settings', number: event.number, data: { action: 'update', setting } }]
  })

export const settingDomain: Domain = {
  name: 'setting',
  routes: ({ guard, platform }) => settingRoutes(guard, platform),
  presenters: [settingLive],
}
