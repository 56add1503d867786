import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useApp } from './app-context'
import { ProblemPage } from './problem-page'
import { useTexts } from '../i18n/i18n'
import type { RouteDefinition } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { SkeletonRows } from '../ui/feedback/skeleton'
import { PageHeader } from '../ui/layout/page-header'
import { Screen } from '../ui/layout/screen'

export function ShownPageView() {
  useSignals()
  const { navigation } = useApp()
  const { visit, search } = navigation.shown.value
  const query = useMemo(() => new URLSearchParams(search), [search])
  if (visit.kind === 'problem') return <ProblemPage problem={visit.problem} />
  if (visit.kind === 'opening') return <OpeningPage route={visit.match.route} />
  const { component: Page, data, match } = visit
  return <Page data={data} params={match.params} query={query} />
}

/** What is known of a page before its code and data have arrived. */
function OpeningPage({ route }: { route: RouteDefinition }) {
  const { language } = useApp()
  const t = useTexts().frame
  const title = route.title?.[language] ?? t.loadingPage
  usePageTitle(title)
  return (
    <div className="opening-page" aria-busy data-panes={route.keepMounted ? '' : undefined}>
      <Screen header={<PageHeader title={title} />}>
        <SkeletonRows count={10} picture={route.keepMounted} />
      </Screen>
    </div>
  )
}
