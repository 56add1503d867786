import { batch, signal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { type DashboardData, type DashboardQuestion, fetchCharts, fetchFigures } from './load-dashboard'

export type DashboardModel = ReturnType<typeof createDashboardModel>

/** The figures on the screen: of the days asked for, and followed quietly from then on. */
export function createDashboardModel(api: ApiClient, first: DashboardData) {
  const question = signal(first.question)
  const dashboard = signal(first.dashboard)
  const charts = signal(first.charts)
  const loading = signal(false)
  let latest = new AbortController()
  let wanted = first.question

  async function read(asked: DashboardQuestion) {
    latest.abort()
    const turn = (latest = new AbortController())
    const figures = await fetchFigures(api, asked, turn.signal)
    const drawn = await fetchCharts(api, figures, turn.signal).catch(() => undefined)
    if (turn !== latest) return
    batch(() => {
      dashboard.value = figures
      charts.value = drawn
      question.value = asked
    })
  }

  return {
    question,
    dashboard,
    charts,
    loading,
    /** Shows other days. @throws ApiError when they cannot be had: what is shown stays */
    async ask(asked: DashboardQuestion) {
      wanted = asked
      loading.value = true
      try {
        await read(asked)
      } finally {
        if (wanted === asked) loading.value = false
      }
    },
    /** Reads the same days anew; what fails is tried again with the next news. */
    refresh: () => (loading.peek() ? Promise.resolve() : read(question.peek()).catch(() => {})),
    dispose: () => latest.abort(),
  }
}

/** So long after the first news the figures are read once for all that came by then. */
const quietMs = 1500
/** What is told to nobody, such as a colleague gone silent, and time passing. */
const renewMs = 60_000
/** Admins hear of what happens, a plain user only that the figures have moved. */
const news = ['ticket', 'appMessage', 'contact', 'user', 'dashboard', 'reload'] as const

/** Keeps the figures as they are on the server, while somebody looks. Returns what stops it. */
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

  const stops = news.map((event) => live.subscribe(event, soon))
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
