import { effect, untracked } from '@preact/signals-react'
import type { AppModels } from '../app/app-context'
import type { AllModels } from './app-models'
import { displayDay } from '../i18n/format'
import { errorText } from '../i18n/error-text'
import type { Texts } from '../i18n/pt'
import { brandColour } from '../page/page-data'
import { findRoute } from '../page/resolve-page'
import { documentTitle } from '../page/page-context'
import type { Theme } from '../session/session-model'
import { contentId } from '../frame/main-layout'
import { isFocusLost } from '../ui/layout/focus'
import { consumeFlash, type Flash } from '../session/flash'
import { logoutDelayMs } from '../session/session-end'
import type { ToastModel } from '../ui/toast/toast-model'
import { homePath } from '../app/home-path'
import { loadLater } from '../live/load-later'

/** Time to read the payment notice before the product opens again. */
const paidRedirectMs = 4000

const paidToastMs = 6000

const longToastMs = 6000
/** After the first screen has loaded what it needs, and for those who stay. */
const prefetchDelayMs = 5000
/** After what the screen needs. */
const idleMs = 3000
const signedOutToastMs = 86_400_000

/** Starts what runs only in the browser, after hydration: history, live connection, stored settings. */
export function startApp(app: AllModels) {
  const {
    announcements,
    appearance,
    live,
    navigation,
    notifications,
    pageTitle,
    session,
    unreadChats,
    waitingCount,
    branding,
    brandSolid,
    texts,
  } = app
  showAllStyles()
  // A failed call tries again, and reports what it could not do.
  setTimeout(() => app.loadTexts(['error']).catch(() => {}))
  navigation.start()
  appearance.restore()
  keepFieldVisible()
  effect(() => {
    const waiting = notifications.unread.value
    // The server's title stays until the page sets its own.
    if (pageTitle.value !== '') document.title = documentTitle(pageTitle.value, branding.name, waiting)
  })
  session.followSystemTheme()
  effect(() => {
    const theme = session.theme.value
    showTheme(theme, brandColour(branding, theme), brandSolid[theme])
  })
  prefetchLinks(app)
  prefetchLoaders(app)
  showFlash(app)
  // Before the second factor is set up, nothing else is answered.
  if (!session.user.value || session.user.value.mustSetUpTwoFactor) return
  // Pages with their own handler load the missed data themselves.
  live.fallback('reload', () => void navigation.reload())
  live.open()
  // An expired company's users receive no events.
  if (session.subscription().state !== 'expired') {
    notifications.start()
    announcements.start()
    unreadChats.start()
    waitingCount.start()
  }
  const { newDevices } = session.user.value
  if (newDevices > 0) {
    void import('../security/announce-devices').then(
      ({ announceDevices }) => announceDevices(app, newDevices),
      reportError,
    )
  }
  followSubscription(app)
  session.watch(live, () => app.ui.toast.warning(texts.session.signedInElsewhere, { durationMs: logoutDelayMs }))
  void loadLater(live, () => import('../session/follow-session')).then(({ followSession }) =>
    followSession(session, live),
  )
  live.observe('webhook', (event) => {
    void import('../setting/webhook/announce-pause').then(({ announcePause }) => announcePause(app, event), reportError)
  })
  live.observe('campaignWarning', (event) => {
    void import('../campaign/announce-warning').then(({ announceWarning }) => announceWarning(app, event), reportError)
  })
  setTimeout(() => {
    void loadLater(live, () => import('../push/follow-push'))
      .then(({ followPush }) => followPush(app))
      .catch(reportError)
    void loadLater(live, () => import('../offline/keep-offline'))
      .then(({ keepOffline }) => keepOffline(app))
      .catch(reportError)
  }, idleMs)
  followAccess(app)
  followSignOutOfOtherTabs(app)
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

function showFlash({ ui, session, texts }: AppModels) {
  const { toast } = ui
  const { session: t } = texts
  const flash = consumeFlash()
  const user = session.user.value
  if (flash?.kind === 'signed-up') toast.success(t.signedUp)
  if (flash && !user) showSignedOut(flash, ui.toast, texts)
  if (!flash || !user) return
  if (isFocusLost()) document.getElementById(contentId)?.focus({ preventScroll: true })
  const { state, daysLeft } = session.subscription()
  if (flash.kind === 'subscription-expired') {
    const { active, dueDate } = user.company
    toast.error(active ? t.expired(displayDay(dueDate)) : t.switchedOff, { durationMs: longToastMs })
    return
  }
  if (flash.kind !== 'signed-in') return
  if (state === 'expires-today') toast.warning(t.expiresToday, { durationMs: longToastMs })
  else if (state === 'to-expire') toast.warning(t.expiresIn(daysLeft), { durationMs: longToastMs })
  else toast.success(t.signedIn)
}

/** Stays until it is dismissed, because the user may have been away. */
function showSignedOut({ kind }: Flash, toast: ToastModel, texts: Texts) {
  const durationMs = signedOutToastMs
  if (kind === 'invalid') toast.error(texts.session.invalidToken, { durationMs })
  if (kind === 'ended') toast.warning(errorText(texts, 'ERR_UNAUTHORIZED'), { durationMs })
  if (kind === 'replaced') toast.warning(texts.session.signedInElsewhere, { durationMs })
  if (kind === 'expired') toast.warning(errorText(texts, 'ERR_SESSION_EXPIRED'), { durationMs })
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

/** Redirects an expired company to the finance pages, and a paid one out of them. */
function followSubscription({ api, live, session, ui: { toast }, texts }: AppModels) {
  if (!session.user.peek()) return

  /** Resolves to the user's start page when the product is open again. */
  async function look() {
    const before = session.subscription().state
    const { user } = await api.get('/auth/me')
    const opened = before === 'expired' && user.company.subscription !== 'expired'
    if (before !== 'expired' && user.company.subscription === 'expired') session.expired()
    else if (!opened) session.change(user)
    return opened ? homePath(user) : undefined
  }

  const follow = () => void look().then((home) => home && location.assign(home), reportError)
  live.subscribe('subscription', follow)
  // Permissions, queues and settings may have changed during the gap.
  live.observe('reload', follow)
  live.subscribe('payment', ({ company }) => {
    toast.success(texts.session.renewed(displayDay(company.dueDate)), { durationMs: paidToastMs })
    look().then((home) => home && void setTimeout(() => location.assign(home), paidRedirectMs), reportError)
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
