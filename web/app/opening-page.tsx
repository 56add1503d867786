import { useApp } from './app-context'
import { useTexts } from '../i18n/i18n'
import type { RouteDefinition } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { SkeletonRows } from '../ui/feedback/skeleton'
import { PageHeader } from '../ui/layout/page-header'
import { Screen } from '../ui/layout/screen'

/** What is known of a page before its code and data have arrived. */
export function OpeningPage({ route }: { route: RouteDefinition }) {
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
