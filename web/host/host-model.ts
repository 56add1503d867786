import { batch, signal } from '@preact/signals-react'
import type { HostView } from '../../src/host/watch/host-watch.calls'
import type { LiveEvents } from '../../src/kernel/live/live-events.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'

export type HostModel = ReturnType<typeof createHostModel>

const pointsMax = 288

export function createHostModel(api: ApiClient, first: HostView) {
  const host = signal(first)
  const failed = signal<unknown>(undefined)

  async function refresh() {
    try {
      const now = await api.get('/host')
      batch(() => {
        host.value = now
        failed.value = undefined
      })
    } catch (cause) {
      failed.value = cause
    }
  }

  function follow(event: LiveEvents['host']) {
    const { action, ...changed } = event
    if (action !== 'point') host.value = { ...host.peek(), ...changed }
    else {
      const { point, latest, backup } = event
      const before = host.peek().points.filter(({ at }) => at !== point.at)
      host.value = { ...host.peek(), latest, backup, points: [...before, point].slice(-pointsMax) }
    }
  }

  return { host, failed, refresh, follow }
}

export function followHost(model: HostModel, live: LiveSocketClient) {
  const refresh = () => void model.refresh()
  const stops = [
    live.subscribe('host', model.follow),
    live.observe('company', refresh),
    // What was published meanwhile is not sent again.
    live.observe('reload', refresh),
  ]
  return () => stops.forEach((stop) => stop())
}
