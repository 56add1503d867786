import { signal } from '@preact/signals-react'
import type { SetupChecklist } from '../../src/setup-checklist/setup-checklist.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { onReconnect } from '../live/on-reconnect'

/** For pages that show it in their first render. A failure hides it, because the page is about something else. */
export function loadSetupChecklist(api: ApiClient): Promise<SetupChecklist> {
  return api.get('/setup-checklist').catch(() => ({ steps: [], gaps: [] }))
}

/** The remaining set-up steps of a new company, and why messages reach nobody, kept up to date. */
export function createSetupChecklist(api: ApiClient, first: SetupChecklist) {
  const checklist = signal(first)

  /** A failed reload keeps the steps; the next change repeats it. */
  async function refresh() {
    await api.get('/setup-checklist').then(
      (now) => (checklist.value = now),
      () => {},
    )
  }

  return {
    checklist,
    refresh,
    /** @throws ApiError */
    async nameCompany(name: string) {
      checklist.value = await api.put('/setup-checklist/company', { body: { name } })
    },
    /** @throws ApiError */
    async dismiss() {
      await api.delete('/setup-checklist')
      checklist.value = { ...checklist.peek(), steps: [] }
    },
    follow(live: LiveSocketClient) {
      const changed = () => void refresh()
      const stops = [
        ...(['queue', 'user', 'whatsapp', 'setupChecklist', 'reload'] as const).map((event) =>
          live.observe(event, changed),
        ),
        live.observe('whatsappSession', ({ session }) => session.status === 'CONNECTED' && changed()),
        onReconnect(live, changed),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}
