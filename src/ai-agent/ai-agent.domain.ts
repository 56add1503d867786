import { Elysia } from 'elysia'
import { canManageAi } from '../ai/ai.policy'
import { reaction } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { clearTargetOfAgents } from './agent/agent.commands'
import { agentRecords } from './agent/agent.records'
import { agentAnswerRoutes, agentRoutes } from './agent/agent.routes'
import { agentItemRoutes } from './agent/item.routes'
import { readFileJob } from './document/read-file.job'
import { aiProviderRecords } from './provider/ai-provider.queries'
import { aiProviderRoutes } from './provider/ai-provider.routes'
import { listModelsJob } from './provider/list-models.job'

export const aiAgentDomain: Domain = {
  name: 'ai-agent',
  routes: ({ guard }) =>
    new Elysia({ name: 'ai-agent' })
      .use(aiProviderRoutes(guard))
      .use(agentAnswerRoutes(guard))
      .use(agentRoutes(guard))
      .use(agentItemRoutes(guard)),
  presenters: [aiProviderRecords.live, agentRecords.live],
  jobs: { 'aiProvider.listModels': listModelsJob, 'agent.readFile': readFileJob },
  reactions: [
    reaction('queue.deleted', (ctx, { data }) => clearTargetOfAgents(ctx, 'queueIds', data.queueId)),
    reaction('tag.deleted', (ctx, { data }) => clearTargetOfAgents(ctx, 'tagIds', data.tagId)),
  ],
  mediaGuards: { agent: ({ actor }) => canManageAi(actor) },
}
