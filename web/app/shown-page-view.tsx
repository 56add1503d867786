import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useApp } from './app-context'
import { OpeningPage } from './opening-page'
import { ProblemPage } from './problem-page'

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
