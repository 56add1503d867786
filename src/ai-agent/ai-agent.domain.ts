import { isAdmin } from '../kernel/company/actor'
import { reaction } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { readFileJob } from './document/read-file.job'
import { clearTargetOfAgents } from './agent/agent.record'
import { agents } from './agent/agent.routes'
import { aiProviders } from './provider/ai-provider.commands'
import { listModelsJob } from './provider/list-models.job'

export const aiAgentDomain = {
  name: 'ai-agent',
  records: [aiProviders, agents],
  jobs: { 'aiProvider.listModels': listModelsJob, 'agent.readFile': readFileJob },
  reactions: [
    reaction('queue.deleted', (ctx, { data }) => clearTargetOfAgents(ctx, 'queueIds', data.queueId)),
    reaction('tag.deleted', (ctx, { data }) => clearTargetOfAgents(ctx, 'tagIds', data.tagId)),
  ],
  mediaGuards: { agent: ({ actor }) => isAdmin(actor) },
} satisfies Domain
