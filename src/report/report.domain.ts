import type { Domain } from '../platform/domain'
import { reportLive } from './report.live'
import { reportReactions } from './report.reactions'
import { reportRoutes } from './report.routes'

export const reportDomain: Domain = {
  name: 'report',
  routes: ({ guard, platform, isOnline }) => reportRoutes(guard, platform, isOnline),
  reactions: reportReactions,
  presenters: [reportLive],
}
