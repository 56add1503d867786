import { type ComponentType, useEffect, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import { WithTexts } from '../app/with-texts'
import { companiesScreen } from '../company/companies.screen'
import { helpAdminScreen } from '../help/helps.screen'
import type { PageProps } from '../page/page-definition'
import type { Screen } from '../page/screen'
import { plansScreen } from '../plan/plans.screen'
import type { HostScreen } from './setting-tabs'
import { ErrorState } from '../ui/feedback/error-state'
import { HeadingLevel } from '../ui/layout/heading-level'
import { SkeletonRows } from '../ui/feedback/skeleton'

const screens: Record<HostScreen, Screen> = {
  companies: companiesScreen,
  plans: plansScreen,
  helps: helpAdminScreen,
}

export function HostScreenPanel({ screen }: { screen: HostScreen }) {
  const entry = screens[screen]
  return (
    <WithTexts areas={entry.texts ?? []}>
      <HeadingLevel value={2}>
        <HostPage entry={entry} />
      </HeadingLevel>
    </WithTexts>
  )
}

interface Loaded {
  Page: ComponentType<PageProps<unknown, never>>
  data: unknown
}

function HostPage({ entry }: { entry: Screen }) {
  const { api, navigation } = useApp()
  const user = useUser()
  const [loaded, setLoaded] = useState<Loaded>()
  const [error, setError] = useState<unknown>()
  const [query] = useState(() => new URLSearchParams(navigation.shown.peek().search))

  function load() {
    setError(undefined)
    const { page } = entry
    Promise.all([page.fetch(), page.load?.(api, {}, query, { user })]).then(
      ([view, data]) => setLoaded({ Page: view.page, data }),
      setError,
    )
  }
  useEffect(load, [entry])

  if (error !== undefined) return <ErrorState error={error} onRetry={load} />
  if (!loaded) return <SkeletonRows count={5} picture={false} />
  const { Page, data } = loaded
  return <Page data={data} params={{} as never} query={query} />
}
