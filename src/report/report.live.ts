import type { CompanyContext } from '../kernel/company/company-context'
import { hasDashboardReader } from '../user/user.queries'
import { type LivePresenter, publishNow } from '../kernel/live/live'
import './report.calls'

/** Subscribed by plain users who may see the company's figures. */
export const dashboardTopic = 'dashboard'

const moving = /^(ticket\.(?!read|accessed|updated)|message\.(received|sent)|contact\.(created|merged|unmerged))/

export const reportLive: LivePresenter = {
  on: (type) => moving.test(type),
  present(ctx, events) {
    if (!hasDashboardReader(ctx)) return []
    const number = events.at(-1)?.number ?? 0
    return [{ topics: [dashboardTopic], event: 'dashboard', number, data: { action: 'update' } }]
  },
}

/** Unrecorded, because online status is one of the figures. */
export function publishDashboardUpdate(ctx: CompanyContext) {
  publishNow(ctx, { topics: [dashboardTopic], event: 'dashboard', data: { action: 'update' } })
}
