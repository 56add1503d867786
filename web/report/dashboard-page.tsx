import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/page-context'
import { SetupChecklist } from '../setup-checklist/setup-checklist'
import { ErrorState } from '../ui/feedback/feedback'
import { Screen } from '../ui/layout/screen'
import { Tabs } from '../ui/layout/tabs'
import { AttendantsPanel } from './attendants-panel'
import { DashboardHeader } from './dashboard-header'
import { IndicatorCards } from './indicator-cards'
import { type DashboardData, type DashboardFilter, queryOf, fetchCharts, fetchFigures } from './load-dashboard'
import { NpsPanel } from './nps-panel'
import { useLiveModel } from '../app/use-live-model'
import { batch, signal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'

const tabs = ['indicators', 'nps', 'attendants'] as const
type Tab = (typeof tabs)[number]

const tabOf = (name: string | null): Tab => tabs.find((tab) => tab === name) ?? 'indicators'

export function page({ data, query }: PageProps<DashboardData>) {
  useSignals()
  const { dashboard: t } = useTexts('dashboard')
  const { navigation } = useApp()
  const model = useLiveModel((api) => createDashboardModel(api, data), followDashboard)
  const [failed, setFailed] = useState<{ filter: DashboardFilter; cause: unknown }>()
  const tab = tabOf(query.get('tab'))
  usePageTitle(t.title)

  const show = (filter: DashboardFilter, shown: Tab) =>
    navigation.replaceQuery(queryOf(filter, shown === 'indicators' ? undefined : shown))

  async function ask(filter: DashboardFilter) {
    setFailed(undefined)
    await model.ask(filter)
    show(filter, tabOf(new URLSearchParams(location.search).get('tab')))
  }
  const askPreset = (filter: DashboardFilter) =>
    void ask(filter).catch((cause: unknown) => setFailed({ filter, cause }))

  const header = (
    <DashboardHeader
      filter={model.filter.value}
      period={model.dashboard.value.period}
      onAsk={ask}
      onPreset={askPreset}
    />
  )
  return (
    <Screen header={header}>
      <div className="dashboard" aria-busy={model.loading.value || undefined}>
        <SetupChecklist first={data.setup} />
        <Tabs
          label={t.tabs.label}
          value={tab}
          onValueChange={(chosen) => show(model.filter.peek(), chosen)}
          items={tabs.map((value) => ({ value, label: t.tabs[value] }))}
        >
          {failed && <ErrorState error={failed.cause} onRetry={() => askPreset(failed.filter)} compact />}
          <Panel tab={tab} model={model} />
        </Tabs>
      </div>
    </Screen>
  )
}

function Panel({ tab, model }: { tab: Tab; model: DashboardModel }) {
  useSignals()
  const dashboard = model.dashboard.value
  if (tab === 'nps')
    return <NpsPanel counters={dashboard.counters} previous={dashboard.previous.counters} period={dashboard.period} />
  const charts = model.charts.value
  const retry = () => void model.refresh()
  if (tab === 'indicators') return <IndicatorCards dashboard={dashboard} trends={charts?.trends} onRetry={retry} />
  return <AttendantsPanel dashboard={dashboard} charts={charts} onRetry={retry} />
}

type DashboardModel = ReturnType<typeof createDashboardModel>

function createDashboardModel(api: ApiClient, first: DashboardData) {
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
    /** @throws ApiError; then the present one stays */
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

function followDashboard(model: DashboardModel, live: LiveSocketClient): () => void {
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
