import { batch, signal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { type DashboardData, type DashboardFilter, fetchCharts, fetchFigures } from './load-dashboard'

export type DashboardModel = ReturnType<typeof createDashboardModel>

/** The dashboard's figures for a period, updated in the background. */
export function createDashboardModel(api: ApiClient, first: DashboardData) {
  const filter = signal(first.filter)
  const dashboard = signal(first.dashboard)
  const charts = signal(first.charts)
  const loading = signal(false)
  let latest = new AbortController()
  let wanted = first.filter

  async function read(requested: DashboardFilter) {
    latest.abort()
    const turn = (latest = new AbortController())
    const figures = await fetchFigures(api, requested, turn.signal)
    // The figures are shown without their charts, which say that they could not be loaded.
    const drawn = await fetchCharts(api, figures, turn.signal).catch(() => undefined)
    if (turn !== latest) return
    batch(() => {
      dashboard.value = figures
      charts.value = drawn
      filter.value = requested
    })
  }

  return {
    filter,
    dashboard,
    charts,
    loading,
    /**
     * Shows another period.
     * @throws ApiError when it cannot be loaded; then the present one stays
     */
    async ask(requested: DashboardFilter) {
      wanted = requested
      loading.value = true
      try {
        await read(requested)
      } finally {
        if (wanted === requested) loading.value = false
      }
    },
    /** Reloads the period; a failed reload is repeated with the next event. */
    refresh: () => (loading.peek() ? Promise.resolve() : read(filter.peek()).catch(() => {})),
    dispose: () => latest.abort(),
  }
}

/** Delay after the first event, so that a burst of events causes one reload. */
const quietMs = 1500
/** For changes without an event, such as a colleague going offline or time passing. */
const renewMs = 60_000
/** Admins receive the events themselves, plain users only that figures changed. */
const events = ['ticket', 'appMessage', 'contact', 'user', 'dashboard', 'reload'] as const

/** Keeps the figures up to date while the page is visible. Returns a function that stops it. */
export function followDashboard(model: DashboardModel, live: LiveSocketClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let missed = false

  function renew() {
    timer = undefined
    missed = document.hidden
    if (!missed) void model.refresh()
  }
  function soon() {
    timer ??= setTimeout(renew, quietMs)
  }
  function onVisible() {
    if (!document.hidden && missed) renew()
  }

  const stops = events.map((event) => live.subscribe(event, soon))
  const clock = setInterval(soon, renewMs)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    clearInterval(clock)
    document.removeEventListener('visibilitychange', onVisible)
    model.dispose()
  }
}
