import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { clearAgentTargets } from './chatbot/clear-targets'
import { getWholeQueue, listWholeQueues } from './queue.queries'
import { answerCalls } from '../kernel/http/answer-calls'
import { refuse } from '../kernel/errors'
import type { UserGuard } from '../kernel/http/user-guard'
import { chatbotCalls, ChatbotView } from './chatbot/chatbot.calls'
import { createChatbot, deleteChatbot, getChatbot, updateChatbot } from './chatbot/chatbot.commands'
import { presentEach } from '../kernel/live/live'
import { actingUserId, isAdmin } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import type { CompanyId } from '../kernel/ids'
import { contextOfCompany } from '../platform/company/company.queries'
import { audit, type Platform } from '../platform/platform'
import { forgetHolidays, holidayCalls } from './holiday/holiday.record'
import { getCompanySchedule, saveCompanySchedule } from './hours/company-schedule'
import { refuseOtherCompany, IdParams } from '../kernel/http/request-parts'
import { createQueue, deleteQueue, updateQueue } from './queue.commands'
import { queueRecords, ListedQueueView, WholeQueueView } from './queue.record'
import { ChatbotOption, ChatbotTree } from './chatbot/chatbot.contract'
import { defineCalls } from '../kernel/http/calls'
import { CompanySchedule, CompanyScheduleBody } from './hours/opening-hours.contract'

const companyScheduleCalls = defineCalls({
  'GET /companies/:id/schedules': { params: IdParams, answer: CompanySchedule },
  'PUT /companies/:id/schedules': { params: IdParams, body: CompanyScheduleBody, answer: CompanySchedule },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    companySchedule: { action: 'update' }
  }
}

const companyScheduleLive = presentEach({
  'companySchedule.changed': (_, { number }) => [
    { topics: ['admin'], event: 'companySchedule', number, data: { action: 'update' } },
  ],
})

const queues = queueRecords.answering({
  'GET /queue': ({ ctx, query }) => {
    refuseOtherCompany(ctx, query.companyId)
    return query.chatbots ? listWholeQueues(ctx) : queueRecords.viewAll(ctx)
  },
  'GET /queue/:id': ({ ctx, params }) => getWholeQueue(ctx, params.id),
  'POST /queue': ({ ctx, body }) => createQueue(ctx, body),
  'PUT /queue/:id': ({ ctx, params, body }) => updateQueue(ctx, params.id, body),
  'DELETE /queue/:id': async ({ ctx, params }) => {
    await deleteQueue(ctx, params.id)
    return { ok: true }
  },
})

export const queueDomain = {
  name: 'queue',
  calls: { ...companyScheduleCalls, ...chatbotCalls },
  views: { ChatbotOption, ChatbotTree, ChatbotView, ListedQueueView, WholeQueueView },
  records: [queues, holidayCalls],
  reactions: [forgetHolidays],
  routes: ({ guard, platform }) =>
    new Elysia({ name: 'queue' }).use(companyScheduleRoutes(guard, platform)).use(chatbotRoutes(guard)),
  beforeDelete: { user: clearAgentTargets },
  presenters: [companyScheduleLive],
} satisfies Domain

function chatbotRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'chatbot-routes' }).use(guard).derive(({ ctx }) => {
    if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
    return {}
  })
  return answerCalls(app, chatbotCalls, {
    'GET /chatbot/:id': ({ ctx, params }) => getChatbot(ctx, params.id),
    'POST /chatbot': ({ ctx, body }) => createChatbot(ctx, body),
    'PUT /chatbot/:id': ({ ctx, params, body }) => updateChatbot(ctx, params.id, body),
    'DELETE /chatbot/:id': ({ ctx, params }) => {
      deleteChatbot(ctx, params.id)
      return { ok: true }
    },
  })
}

function companyScheduleRoutes(guard: UserGuard, platform: Platform) {
  const app = new Elysia({ name: 'company-schedule-routes' }).use(guard)
  return answerCalls(app, companyScheduleCalls, {
    'GET /companies/:id/schedules': ({ ctx, params }) =>
      getCompanySchedule(contextFor(platform, ctx, params.id, 'company.schedules')),
    'PUT /companies/:id/schedules': ({ ctx, params, body }) =>
      saveCompanySchedule(contextFor(platform, ctx, params.id, 'company.schedulesChanged'), body),
  })
}

/** A super user's look and change are audited there. */
function contextFor(
  platform: Platform,
  ctx: CompanyContext,
  companyId: CompanyId,
  type: 'company.schedules' | 'company.schedulesChanged',
) {
  const other = contextOfCompany(platform, ctx, companyId)
  if (other !== ctx) {
    const userId = actingUserId(ctx.actor)
    audit(platform, type, { companyId, userId }, { by: { companyId: ctx.company.id, userId } })
  }
  return other
}
