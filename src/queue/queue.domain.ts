import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { companyScheduleRoutes } from './company-schedule.routes'
import { queueLive } from './queue.live'
import { queueRoutes } from './queue.routes'

export const queueDomain: Domain = {
  name: 'queue',
  routes: ({ guard, platform }) =>
    new Elysia({ name: 'queue' }).use(companyScheduleRoutes(guard, platform)).use(queueRoutes(guard)),
  presenters: [queueLive],
}
