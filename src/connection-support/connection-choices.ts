import { agentRecords } from '../ai-agent/agent/agent.records'
import { promptRecords } from '../ai/prompt/prompt.records'
import { listFlows } from '../flow/flow.queries'
import { listIntegrationPicks } from '../integration/integration.records'
import type { CompanyContext } from '../kernel/company/company-context'
import { listQueues } from '../queue/queue.queries'
import { getSettings } from '../setting/setting.queries'
import type { ConnectionChoices } from './connection-support.calls'

export function listConnectionChoices(ctx: CompanyContext): ConnectionChoices {
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

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
