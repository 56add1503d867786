import { Elysia } from 'elysia'
import { supportedCompany } from '../connection/host/supported-company'
import { answerCalls } from '../kernel/http/answer-calls'
import type { Domain } from '../platform/domain'
import { connectionChoicesCalls, supportLogCalls, type ConnectionChoices } from './connection-support.calls'
import type { SupportAct } from '../connection/connection.contract'
import { isAdmin } from '../kernel/company/actor'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { Operator } from '../kernel/http/user-guard'
import { listCompanyIds } from '../platform/company/company.queries'
import { listSupportAudit } from '../platform/company/support-audit'
import type { Platform } from '../platform/platform'
import { findUser } from '../user/user.queries'
import { agentRecords } from '../ai-agent/agent/agent.record'
import { promptRecords } from '../ai/prompt/prompt.record'
import { listFlows } from '../flow/flow.queries'
import { listIntegrationPicks } from '../integration/integration.record'
import { listQueues } from '../queue/queue.queries'
import { getSettings } from '../setting/setting.queries'

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** References records of later domains than `connection`. */
export const connectionSupportDomain = {
  name: 'connection-support',
  calls: { ...connectionChoicesCalls, ...supportLogCalls },
  routes: ({ guard, superUserGuard, platform }) => {
    const forHost = answerCalls(
      new Elysia({ name: 'connection-choices' }).use(superUserGuard),
      connectionChoicesCalls,
      {
        'GET /companies/:id/connection-choices': ({ params, operator }) =>
          listConnectionChoices(supportedCompany(platform, params.id, operator)),
      },
    )
    const forAdmins = answerCalls(new Elysia({ name: 'support-log' }).use(guard), supportLogCalls, {
      'GET /support-log': ({ ctx, query }) => listSupportLog(platform, ctx, query.pageNumber),
    })
    return new Elysia({ name: 'connection-support-routes' }).use(forHost).use(forAdmins)
  },
} satisfies Domain

/** Latest first. @throws Refusal ERR_NO_PERMISSION */
function listSupportLog(platform: Platform, ctx: CompanyContext, pageNumber: number) {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { entries, hasMore, count } = listSupportAudit(platform, ctx.company.id, pageNumber)
  const nameOf = userNames(platform)
  const records = entries.map(({ id, at, what, by, connection }) => ({
    id,
    at: at.toISOString(),
    what: what as SupportAct,
    connectionId: connection?.id ?? null,
    connectionName: connection?.name ?? null,
    userName: by ? nameOf(by) : '',
  }))
  return { records, hasMore, count }
}

/** Super users are in the host's companies. */
function userNames(platform: Platform) {
  const companyIds = new Set(listCompanyIds(platform))
  return ({ companyId, userId }: Operator) =>
    companyIds.has(companyId) ? (findUser(createContext(platform.files.use(companyId)), userId)?.name ?? '') : ''
}

function listConnectionChoices(ctx: CompanyContext): ConnectionChoices {
  const { useIntegrations, useOpenAi } = ctx.plan
  const { userRating, enableLGPD, scheduleType, sendGreetingMessageOneQueues } = getSettings(ctx)
  const flows = useIntegrations ? listFlows(ctx, { searchParam: '', pageNumber: undefined }).flows : []
  return {
    queues: listQueues(ctx).map(({ id, name, color }) => ({ id, name, color })),
    integrations: useIntegrations ? listIntegrationPicks(ctx).map(named) : [],
    prompts: useOpenAi ? promptRecords.list(ctx).map(named) : [],
    agents: useOpenAi ? agentRecords.list(ctx).map(named) : [],
    flows: flows.map(({ id, name, active, scheduledTimeRun }) => ({ id, name, active, scheduledTimeRun })),
    settings: { userRating, enableLGPD, scheduleType, sendGreetingMessageOneQueues },
    plan: { useIntegrations, useOpenAi },
  }
}
