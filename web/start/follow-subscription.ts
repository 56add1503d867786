import type { AppModels } from '../app/app-context'
import { displayDay } from '../i18n/display-day'
import { homePath } from '../app/home-path'

/** So long the word of the payment can be read before the product opens again. */
const paidRedirectMs = 4000
const paidToastMs = 6000

/**
 * Keeps what the screens know of the subscription as it is on the server: the last day ends, the host renews, somebody
 * pays. A company that has run out is led to the finance pages, one that is paid again out of them.
 */
export function followSubscription({ api, live, session, ui: { toast }, texts }: AppModels) {
  if (!session.user.peek()) return

  /** Resolves to where the person begins when the product is open again. */
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
  // Rights, queues and the company's settings, too, may be among what was missed.
  live.observe('reload', follow)
  live.subscribe('payment', ({ company }) => {
    toast.success(texts.session.renewed(displayDay(company.dueDate)), { durationMs: paidToastMs })
    look().then((home) => home && void setTimeout(() => location.assign(home), paidRedirectMs), reportError)
  })
}
