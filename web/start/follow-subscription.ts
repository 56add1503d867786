import type { AppModels } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { homePath } from '../app/home-path'

/** Time to read the payment notice before the product opens again. */
const paidRedirectMs = 4000
const paidToastMs = 6000

/**
 * Keeps the screens' subscription state equal to the server's when the last day ends, the host renews, or somebody
 * pays. Redirects an expired company to the finance pages, and a paid one out of them.
 */
export function followSubscription({ api, live, session, ui: { toast }, texts }: AppModels) {
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
