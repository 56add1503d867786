import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { chatbotRoutes } from './chatbot.routes'
import { companyScheduleRoutes } from './company-schedule.routes'
import { companyScheduleLive } from './company-schedule.live'
import { clearAgentTargets } from './clear-targets'
import { queueRecords } from './queue.queries'
import { queueRoutes } from './queue.routes'

export const queueDomain: Domain = {
  name: 'queue',
  routes: ({ guard, platform }) =>
    new Elysia({ name: 'queue' })
      .use(companyScheduleRoutes(guard, platform))
      .use(queueRoutes(guard))
      .use(chatbotRoutes(guard)),
  beforeDelete: { user: clearAgentTargets },
  presenters: [companyScheduleLive, queueRecords.live],
}
