import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { SetupChecklist } from '../setup-checklist/setup-checklist'
import { ErrorState } from '../ui/feedback/error-state'
import { Screen } from '../ui/layout/screen'
import { Tabs } from '../ui/layout/tabs'
import { AttendantsPanel } from './attendants-panel'
import { DashboardHeader } from './dashboard-header'
import { createDashboardModel, followDashboard, type DashboardModel } from './dashboard-model'
import { IndicatorCards } from './indicator-cards'
import { type DashboardData, type DashboardFilter, queryOf } from './load-dashboard'
import { NpsPanel } from './nps-panel'
import { useLiveModel } from '../app/use-live-model'

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
