import { effect, untracked } from '@preact/signals-react'
import type { AppModels } from '../app/app-context'
import type { AllModels } from './app-models'
import { brandColour } from '../page/page-data'
import { preloadImports } from '../page/chunk-imports'
import { findRoute } from '../page/resolve-page'
import { documentTitle } from '../page/page-context'
import type { Theme } from '../session/session-model'
import { logoutDelayMs } from '../session/session-end'
import { loadLater } from '../live/load-later'
import { laterPartsTaken } from '../ui/layout/later-part'

/** After the first screen has loaded what it needs, and for those who stay. */
const prefetchDelayMs = 5000
/** After what the screen needs. */
const idleMs = 3000
/** The page then follows live events although the code of notices does not arrive. */
const noticesMsMax = 15_000

/** Starts what runs only in the browser, after hydration: history, live connection, stored settings. */
export function startApp(app: AllModels) {
  const { navigation, notifications, pageTitle, session } = app
  showAllStyles()
  // A failed call tries again, and reports what it could not do.
  setTimeout(() => app.loadTexts(['error']).catch(() => {}))
  navigation.start()
  keepFieldVisible()
  effect(() => {
    const waiting = notifications.unread.value
    // The server's title stays until the page sets its own.
    if (pageTitle.value !== '') document.title = documentTitle(pageTitle.value, app.branding.name, waiting)
  })
  prefetchLinks(app)
  prefetchLoaders(app)
  if (session.user.peek()) followSignOutOfOtherTabs(app)
  // Without it chunks load, too, only slower.
  preloadImports().catch(() => {})
  const late = new Promise((resolve) => setTimeout(resolve, noticesMsMax))
  // What changes a model waits for the parts of the page that show it, and for who hears of it.
  void Promise.allSettled([laterPartsTaken(), Promise.race([fetchNotices(), late])]).then(() => followChanges(app))
}

const fetchNotices = () => import('./app-notices')

function followChanges(app: AllModels) {
  const { announcements, appearance, live, navigation, notifications, session } = app
  appearance.restore()
  session.followSystemTheme()
  effect(() => {
    const theme = session.theme.value
    showTheme(theme, brandColour(app.branding, theme), app.brandSolid[theme])
  })
  // Before the second factor is set up, nothing else is answered.
  const isOpen = session.user.value && !session.user.value.mustSetUpTwoFactor
  void loadLater(live, fetchNotices).then(({ showFlash, followNotices }) => {
    showFlash(app)
    if (!isOpen) return
    followNotices(app)
  })
  if (!isOpen) return
  // Pages with their own handler load the missed data themselves.
  live.fallback('reload', () => void navigation.reload())
  live.open()
  // An expired company's users receive no events, and no answers to what the following ask.
  if (session.subscription().state !== 'expired') {
    notifications.start()
    announcements.start()
    app.unreadChats.start()
    app.waitingCount.start()
    setTimeout(() => startLater(app), idleMs)
  }
  session.watch(live, () => app.ui.toast.warning(app.texts.session.signedInElsewhere, { durationMs: logoutDelayMs }))
  void loadLater(live, () => import('../session/follow-session')).then(({ followSession }) =>
    followSession(session, live),
  )
  followAccess(app)
}

function startLater(app: AllModels) {
  void loadLater(app.live, () => import('../push/follow-push'))
    .then(({ followPush }) => followPush(app))
    .catch(reportError)
  void loadLater(app.live, () => import('../offline/keep-offline'))
    .then(({ keepOffline }) => keepOffline(app))
    .catch(reportError)
}

/** Replaces a screen that the user may no longer see by a page that says so, and that page when the permission returns. */
function followAccess({ navigation, session, routes }: AppModels) {
  let askedFor: unknown
  effect(() => {
    const { path, visit } = navigation.shown.value
    const user = session.user.value
    if (!user || visit.kind === 'opening' || (visit.kind === 'problem' && visit.problem.kind !== 'forbidden')) return
    const isAllowed = findRoute(routes, path)?.route.access(user) === 'allowed'
    if (visit.kind === 'page' ? isAllowed : !isAllowed) return
    // The server may refuse what the screen's policy allows, so it is asked again once per state of the user.
    if (isAllowed && askedFor === user) return
    if (isAllowed) askedFor = user
    untracked(() => void navigation.reload())
  })
}

/** They were loaded as print styles, so that nothing waited. */
function showAllStyles() {
  requestAnimationFrame(() =>
    setTimeout(() => document.querySelectorAll('link[media=print]').forEach((sheet) => sheet.removeAttribute('media'))),
  )
}

function showTheme(theme: Theme, colour: string, solid: string) {
  document.documentElement.dataset['theme'] = theme
  const { style } = document.documentElement
  style.setProperty('--brand', colour)
  style.setProperty('--brand-solid', solid)
  document.querySelector('meta[name=color-scheme]')?.setAttribute('content', theme)
}

function prefetchLinks({ navigation }: AppModels) {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link) navigation.prefetch(link.href)
  }
  document.addEventListener('pointerover', prefetch)
  document.addEventListener('focusin', prefetch)
}

/** The small code that asks for a screen's data, so that data and the screen's own code load side by side. */
function prefetchLoaders({ routes, session }: AppModels) {
  const user = session.user.peek()
  if (!user) return
  const fetchNext = async () => {
    for (const { menu, access, load } of routes) {
      if (!menu || access(user) !== 'allowed') continue
      // A click tries again.
      await load?.fetch?.().catch(() => {})
    }
  }
  setTimeout(() => void fetchNext(), prefetchDelayMs)
}

function followSignOutOfOtherTabs({ session }: AppModels) {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue === null) session.endedInOtherTab()
  })
}

/** After an on-screen keyboard opened, a field at the end would be below the buttons. */
function keepFieldVisible() {
  let height = innerHeight
  addEventListener('resize', () => {
    const isLower = innerHeight < height
    height = innerHeight
    const { activeElement } = document
    if (isLower && activeElement?.matches('input, textarea')) activeElement.scrollIntoView({ block: 'nearest' })
  })
}
