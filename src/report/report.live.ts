import type { RecordedEvent } from '../kernel/event-log'
import type { CompanyContext } from '../kernel/company-context'
import { hasDashboardReader } from '../user/user.queries'
import { type LivePresenter, publishNow } from '../kernel/live'
import './report.calls'

/** Plain users who see the figures of the whole company, of which they hear little else. */
export const dashboardTopic = 'dashboard'

const moving = /^(ticket\.(?!read|accessed|updated)|message\.(received|sent)|contact\.(created|merged|unmerged))/
const movesFigures = ({ type }: RecordedEvent) => moving.test(type)

/**
 * `company-1-dashboard`: the figures have moved, and nothing of what moved them. Admins hear of everything as it is, and
 * need no word of it.
 */
export const reportLive: LivePresenter = (ctx, events) => {
  const last = events.findLast(movesFigures)
  if (!last || !hasDashboardReader(ctx)) return []
  return [{ topics: [dashboardTopic], event: 'dashboard', number: last.number, data: { action: 'update' } }]
}

/** The same where nothing was recorded: who is online is one of the figures. */
export function publishDashboardUpdate(ctx: CompanyContext) {
  publishNow(ctx, { topics: [dashboardTopic], event: 'dashboard', data: { action: 'update' } })
}
