import type { Domain } from '../platform/domain'
import { dropUploadJob, sendScheduleJob } from './schedule.jobs'
import { scheduleLive } from './schedule.live'
import { scheduleReactions } from './schedule.reactions'
import { scheduleRoutes } from './schedule.routes'

export const scheduleDomain: Domain = {
  name: 'schedule',
  routes: ({ guard }) => scheduleRoutes(guard),
  reactions: scheduleReactions,
  presenters: [scheduleLive],
  jobs: { 'schedule.send': sendScheduleJob, 'schedule.discardUpload': dropUploadJob },
  mediaGuards: { schedule: () => true },
}
