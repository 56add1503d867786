import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { flowRunJobs } from './run/flow-run.jobs'
import { flowRunReactions } from './run/flow-run.reactions'
import { flowRunRoutes } from './run/flow-run.routes'
import { flowCampaignReactions } from './phrase/phrase.reactions'
import { flowCampaigns, phraseTestRoutes } from './phrase/phrase.routes'
import { flowRecords } from './flow.queries'
import { flowEditorRoutes, flowFileRoutes, flowRoutes } from './flow.routes'

export const flowDomain = {
  name: 'flow',
  records: [flowCampaigns],
  routes: (services) =>
    new Elysia({ name: 'flow' })
      .use(flowRoutes(services.guard))
      .use(flowEditorRoutes(services.guard))
      .use(flowRunRoutes(services.guard))
      .use(phraseTestRoutes(services.guard))
      .use(flowFileRoutes(services)),
  reactions: [...flowRunReactions, ...flowCampaignReactions],
  jobs: flowRunJobs,
  presenters: [flowRecords.live],
  mediaGuards: { flow: () => true },
} satisfies Domain
