import type { Domain } from '../platform/domain'
import { reportLive } from './report.live'
import { reportReactions } from './report.reactions'
import { reportRoutes } from './report.routes'
import { reportCalls, PeriodCounters } from './report.calls'
import { isAdmin } from '../kernel/company/actor'
import { dashboardTopic } from './report.live'

export const reportDomain = {
  name: 'report',
  calls: reportCalls,
  views: { PeriodCounters },
  routes: ({ guard, platform, isOnline }) => reportRoutes(guard, platform, isOnline),
  reactions: reportReactions,
  presenters: [reportLive],
  topics: (_, actor) => (!isAdmin(actor) && actor.showDashboard ? [dashboardTopic] : []),
} satisfies Domain
