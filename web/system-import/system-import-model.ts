import { batch, signal } from '@preact/signals-react'
import type { LiveEvents } from '../../src/kernel/live/live-events.contract'
import type { SystemImportPage } from '../../src/move-in/run/move-in.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { onReconnect } from '../live/on-reconnect'

export const loadSystemImport = (api: ApiClient): Promise<SystemImportPage> => api.get('/system-import')

export type SystemImportModel = ReturnType<typeof createSystemImportModel>

export function createSystemImportModel(api: ApiClient, first: SystemImportPage) {
  const shown = signal(first)
  const failed = signal<unknown>(undefined)

  async function refresh() {
    try {
      const now = await loadSystemImport(api)
      batch(() => {
        shown.value = now
        failed.value = undefined
      })
    } catch (cause) {
      failed.value = cause
    }
  }

  /** The report and the companies come with the page. */
  function follow({ current }: LiveEvents['systemImport']) {
    const before = shown.peek().current
    shown.value = { ...shown.peek(), current }
    if (current?.state !== 'running' || current.id !== before?.id) void refresh()
  }

  return { shown, failed, refresh, follow }
}

export function followSystemImport(model: SystemImportModel, live: LiveSocketClient) {
  const refresh = () => void model.refresh()
  const stops = [
    live.subscribe('systemImport', model.follow),
    live.observe('company', refresh),
    live.observe('reload', refresh),
    onReconnect(live, refresh),
  ]
  return () => stops.forEach((stop) => stop())
}
