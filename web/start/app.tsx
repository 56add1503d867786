import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useRef, type ReactNode, Component } from 'react'
import { Router } from 'wouter'
import { AnnouncementContext } from '../announcement/announcement-model'
import { AppContext, useApp, useUser } from '../app/app-context'
import { replayEarlySubmit } from '../page/early-submit'
import { MainLayout, contentId, LiveLine } from '../frame/main-layout'
import type { SessionUser } from '../../src/user/session/session.calls'
import type { Reader } from '../i18n/error-text'
import { I18nProvider, useTexts } from '../i18n/i18n'
import { UnreadChatsContext } from '../internal-chat/unread/unread-chats-model'
import { ChatOutboxesContext } from '../internal-chat/chat-context'
import { KeptPartsContext } from '../conversation/composer/kept-parts'
import { OutboxesContext } from '../message/outboxes-context'
import { WaitingCountContext } from '../ticket/waiting-count'
import { NotificationContext } from '../notification/notification-model'
import { PageContext, usePageTitle } from '../page/page-context'
import type { NavigationModel } from '../page/navigation-model'
import type { AllModels } from './app-models'
import { UiProvider } from '../ui/context/ui-provider'
import { ProblemPage } from '../app/problem-page'
import type { RouteDefinition } from '../page/page-definition'
import { SkeletonRows } from '../ui/feedback/feedback'
import { Screen, PageHeader } from '../ui/layout/screen'
import { LaterBarActions } from '../frame/later-frame'
import { BrandMark } from '../frame/brand-mark'

interface AppProps {
  models: AllModels
  /** Called once after hydration. Changing the models earlier would not match the server's page. */
  onTakenOver?: () => void
}

export function App({ models, onTakenOver }: AppProps) {
  const useLocation = useMemo(() => locationHook(models.navigation), [models.navigation])
  useHydrated(onTakenOver)
  useSignals()
  return (
    <AppContext value={models}>
      <PageContext value={models}>
        <I18nProvider
          language={models.language}
          timeZone={models.timeZone}
          texts={models.texts}
          reader={readerOf(models.session.user.value)}
          now={models.renderedAt.getTime()}
        >
          <Router hook={useLocation}>
            <UiProvider ui={models.ui}>
              <DomainModels models={models}>
                <ShownScreen />
              </DomainModels>
            </UiProvider>
          </Router>
        </I18nProvider>
      </PageContext>
    </AppContext>
  )
}

function DomainModels({ models, children }: Pick<AppProps, 'models'> & { children: ReactNode }) {
  return (
    <OutboxesContext value={models.outboxes}>
      <NotificationContext value={models.notifications}>
        <AnnouncementContext value={models.announcements}>
          <UnreadChatsContext value={models.unreadChats}>
            <ChatOutboxesContext value={models.chatOutboxes}>
              <KeptPartsContext value={models.composerParts}>
                <WaitingCountContext value={models.waitingCount}>{children}</WaitingCountContext>
              </KeptPartsContext>
            </ChatOutboxesContext>
          </UnreadChatsContext>
        </AnnouncementContext>
      </NotificationContext>
    </OutboxesContext>
  )
}

function readerOf(user: SessionUser | undefined): Reader {
  if (user?.super) return 'super'
  return user?.profile ?? 'user'
}

/** Sets `<html data-hydrated>`, which tells styles and browser tests that keys and clicks are handled. */
function useHydrated(onTakenOver: (() => void) | undefined) {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    onTakenOver?.()
    document.documentElement.dataset['hydrated'] = ''
    replayEarlySubmit()
  }, [onTakenOver])
}

function ShownScreen() {
  useSignals()
  const { session, navigation } = useApp()
  const { visit, key } = navigation.shown.value
  const bare = !session.user.value || (visit.kind === 'page' && visit.match.route.audience !== 'private')
  const view = (
    <PageBoundary key={key}>
      <ShownPageView />
    </PageBoundary>
  )
  if (bare) return view
  const Layout = session.subscription().state === 'expired' ? ExpiredLayout : MainLayout
  return <Layout>{view}</Layout>
}

/** Lets wouter's links navigate. They do not depend on the address, so that navigation does not render them all again. */
function locationHook({ shown, go }: NavigationModel) {
  return (): [string, NavigationModel['go']] => [shown.peek().path, go]
}

interface State {
  failed: boolean
}

/** Keeps the frame when a page fails to render. */
class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ProblemPage problem={{ kind: 'failure', code: 'ERR_PAGE' }} /> : this.props.children
  }
}

function ShownPageView() {
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

/** The frame for users of an expired company, which leads only to signing out. */
function ExpiredLayout({ children }: { children: ReactNode }) {
  useSignals()
  const { company } = useUser()
  return (
    <div className="expired-frame">
      <header className="top-bar row gap-3">
        <BrandMark />
        <p className="expired-frame-company truncate">
          <bdi>{company.name}</bdi>
        </p>
        <div className="top-bar-actions row">
          <LaterBarActions />
        </div>
      </header>
      <LiveLine />
      <main className="expired-frame-content" id={contentId} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
