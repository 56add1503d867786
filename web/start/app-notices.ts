import type { AppModels } from '../app/app-context'
import { homePath } from '../app/home-path'
import { contentId } from '../frame/main-layout'
import { errorText } from '../i18n/error-text'
import { displayDay } from '../i18n/format'
import type { Texts } from '../i18n/pt'
import { consumeFlash, type Flash } from '../session/flash'
import { isFocusLost } from '../ui/layout/focus'
import type { ToastModel } from '../ui/toast/toast-model'

/** Time to read the payment notice before the product opens again. */
const paidRedirectMs = 4000

const paidToastMs = 6000

const longToastMs = 6000
const signedOutToastMs = 86_400_000

/** Tells of new devices, the subscription, and what the product switched off by itself. */
export function followNotices(app: AppModels) {
  const { live, session } = app
  const newDevices = session.user.peek()?.newDevices ?? 0
  if (newDevices > 0) {
    void import('../security/announce-devices').then(
      ({ announceDevices }) => announceDevices(app, newDevices),
      reportError,
    )
  }
  followSubscription(app)
  live.observe('webhook', (event) => {
    void import('../setting/webhook/announce-pause').then(({ announcePause }) => announcePause(app, event), reportError)
  })
  live.observe('campaignWarning', (event) => {
    void import('../campaign/announce-warning').then(({ announceWarning }) => announceWarning(app, event), reportError)
  })
}

export function showFlash({ ui, session, texts }: AppModels) {
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
