import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { flowPerson } from './flow.person'
import { flowEditorRoutes, flowFileRoutes, flows } from './flow.routes'
import { asSystem } from '../kernel/company/company-context'
import { reaction } from '../kernel/event/event-log'
import { forgetPhrases } from './phrase/phrase-index'
import {
  flowCampaignRecords,
  listCampaignsOfConnection,
  listCampaignsOfFlow,
  listFlowCampaigns,
} from './phrase/phrase.record'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { createFlowCampaign, testPhrase, updateFlowCampaign } from './phrase/phrase.commands'
import { type LocalJob, enqueueJob } from '../kernel/job/jobs'
import { findTicketRow } from '../ticket/ticket.queries'
import { continueFlow, endFlow, findOwnRun, removeRun, flowKind, forgetLostRun } from './run/flow-run'
import { listRunsOfFlow } from './run/flow-run.store'
import type { TicketId } from '../kernel/ids'
import { launchFlow } from './run/launch-flow'
import { flowEditorCalls, flowFileCalls, phraseTestCalls } from './flow.calls'
import { isTagInFlow } from './edit/flow-references'
import { sweepFlowFiles } from './edit/sweep-flow-files'
import * as v from 'valibot'
import { defineCalls } from '../kernel/http/calls'
import { IdText } from '../kernel/http/request-parts'

const flowRunCalls = defineCalls({
  'POST /messages/flow/:flowId/:ticketId': {
    params: v.object({ flowId: IdText, ticketId: IdText }),
    answer: v.object({ runId: v.number() }),
  },
})

const flowRunReactions = [
  reaction('message.sent', (ctx, { ticketId, data }) => {
    if (data.by !== 'automation' && !data.isPrivate) forgetLostRun(ctx, ticketId)
  }),
  reaction('ticket.accepted', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.transferred', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.returned', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.closed', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.ratingAwaited', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('ticket.botChanged', (ctx, { ticketId, data }) => {
    if (data.kind !== flowKind) forgetLostRun(ctx, ticketId)
  }),
  reaction('ticket.merged', (ctx, { ticketId }) => forgetLostRun(ctx, ticketId)),
  reaction('flow.deleted', (ctx, { data: { flowId } }) => {
    enqueueJob(ctx, 'flow.endRuns', { flowId }, { dedupeKey: `flow.endRuns ${flowId}` })
  }),
]

const endedRunsMax = 100

const flowRunJobs: {
  'flow.continue': LocalJob<'flow.continue'>
  'flow.endRuns': LocalJob<'flow.endRuns'>
} = {
  'flow.continue': {
    attemptsMax: 5,
    run: (ctx, { ticketId, runId }) => continueFlow(ctx, ticketId, runId),
    givenUp(ctx, { ticketId, runId }) {
      ctx.transaction(() => {
        const ticket = findTicketRow(ctx, ticketId)
        if (ticket && findOwnRun(ctx, ticket)?.id === runId) endFlow(ctx, ticket)
      })
    },
  },
  'flow.endRuns': {
    attemptsMax: 5,
    run(ctx, { flowId }) {
      return ctx.transaction((): Date | undefined => {
        const runs = listRunsOfFlow(ctx, flowId, endedRunsMax)
        for (const { ticketId } of runs) {
          const ticket = findTicketRow(ctx, ticketId)
          if (ticket && findOwnRun(ctx, ticket)) endFlow(ctx, ticket)
          else removeRun(ctx, ticketId)
        }
        return runs.length === endedRunsMax ? ctx.now : undefined
      })
    },
  },
}

const flowCampaigns = flowCampaignRecords.answering({
  'GET /flowcampaign': ({ ctx, query }) => listFlowCampaigns(ctx, query),
  'GET /flowcampaign/:id': ({ ctx, params }) => ({ details: flowCampaignRecords.view(ctx, params.id) }),
  'POST /flowcampaign': ({ ctx, body }) => createFlowCampaign(ctx, body),
  'PUT /flowcampaign': ({ ctx, body }) => updateFlowCampaign(ctx, body),
})

function phraseTestRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'phrase-test' }).use(guard), phraseTestCalls, {
    'POST /flowcampaign/test': ({ ctx, body }) => {
      flowCampaignRecords.assertMayRead(ctx)
      return testPhrase(ctx, body.text, body.whatsappId)
    },
  })
}

const flowCampaignReactions = [
  reaction('flowCampaign.created', forgetPhrases),
  reaction('flowCampaign.updated', forgetPhrases),
  reaction('flowCampaign.deleted', forgetPhrases),
  reaction('flow.deleted', (ctx, { data: { flowId } }) => {
    for (const { id } of listCampaignsOfFlow(ctx, flowId)) flowCampaignRecords.remove(asSystem(ctx), id)
  }),
  // Kept for a replacement of the connection, but switched off, because it must not apply to all others.
  reaction('connection.deleted', (ctx, { data: { connectionId } }) => {
    for (const { id } of listCampaignsOfConnection(ctx, connectionId)) {
      flowCampaignRecords.update(asSystem(ctx), id, { connectionId: null, status: false })
    }
  }),
]

export const flowDomain = {
  name: 'flow',
  calls: { ...phraseTestCalls, ...flowEditorCalls, ...flowFileCalls, ...flowRunCalls },
  records: [flows, flowCampaigns],
  routes: (services) =>
    new Elysia({ name: 'flow' })
      .use(flowEditorRoutes(services.guard))
      .use(flowRunRoutes(services.guard))
      .use(phraseTestRoutes(services.guard))
      .use(flowFileRoutes(services)),
  reactions: [...flowRunReactions, ...flowCampaignReactions],
  jobs: flowRunJobs,
  mediaGuards: { flow: () => true },
  recurring: [
    {
      at: '42 3 * * *',
      what: 'delete unused files of flows',
      eachCompany: async ({ files }, id) => sweepFlowFiles(await files.ready(id)),
    },
  ],
  ports: { tagUses: [isTagInFlow] },
  person: flowPerson,
} satisfies Domain

function flowRunRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'flow-run-routes' }).use(guard), flowRunCalls, {
    'POST /messages/flow/:flowId/:ticketId': ({ ctx, params }) => ({
      runId: launchFlow(ctx, params.flowId, params.ticketId),
    }),
  })
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'flow.continue': { ticketId: TicketId; runId: number }
    'flow.endRuns': { flowId: number }
  }
}
