import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { chatbotRoutes } from './chatbot/chatbot.routes'
import { companyScheduleRoutes } from './hours/company-schedule.routes'
import { companyScheduleLive } from './hours/company-schedule.live'
import { clearAgentTargets } from './chatbot/clear-targets'
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
