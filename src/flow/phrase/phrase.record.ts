import { isAdmin } from '../../kernel/company/actor'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { findConnection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { IdParams } from '../../kernel/http/request-parts'
import { defineRecord } from '../../kernel/record/define-record'
import { viewOf } from '../../kernel/record/record-view'
import { FlowListQuery } from '../edit/flow-body.contract'
import { findFlow } from '../run/find-flow'
import { flowCampaignTable } from '../run/flow-run.tables'
import { FlowCampaignBody, UpdateFlowCampaignBody } from './phrase.contract'

export type FlowCampaign = typeof flowCampaignTable.$inferSelect

export const FlowCampaignView = viewOf(flowCampaignTable, {
  connectionId: 'hidden',
  flow: v.nullable(v.object({ id: v.number(), name: v.string(), active: v.boolean() })),
  whatsappId: v.nullable(v.number()),
  whatsapp: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type FlowCampaignView = v.InferOutput<typeof FlowCampaignView>

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    flowCampaign: FlowCampaignView
  }
}

export const flowCampaignRecords = defineRecord({
  subject: 'flowCampaign',
  path: '/flowcampaign',
  table: flowCampaignTable,
  view: FlowCampaignView,
  notFound: 'ERR_NO_FLOW_CAMPAIGN_FOUND',
  read: 'everyone',
  change: isAdmin,
  plan: 'useIntegrations',
  searchText: ({ name, phrase }) => `${name} ${phrase}`,
  calls: {
    'GET /flowcampaign': {
      query: FlowListQuery,
      answer: v.object({ flow: v.array(FlowCampaignView), hasMore: v.boolean(), count: v.number() }),
    },
    'GET /flowcampaign/:id': { params: IdParams, answer: v.object({ details: FlowCampaignView }) },
    'POST /flowcampaign': { body: FlowCampaignBody, answer: FlowCampaignView },
    'PUT /flowcampaign': { body: UpdateFlowCampaignBody, answer: FlowCampaignView },
  },
  present:
    (ctx) =>
    ({ flowId, connectionId }) => {
      const flow = findFlow(ctx, flowId)
      const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
      return {
        flow: flow ? { id: flow.id, name: flow.name, active: flow.active } : null,
        whatsappId: connectionId,
        whatsapp: connection ? { id: connection.id, name: connection.name } : null,
      }
    },
  // Views contain the flow's name and switch.
  changedBy: { 'flow.updated': ({ data }, ctx) => listCampaignsOfFlow(ctx, data.flowId).map(({ id }) => id) },
})

interface ListQuery {
  searchParam: string
  pageNumber?: number | undefined
}

export function listFlowCampaigns(ctx: CompanyContext, { searchParam, pageNumber }: ListQuery) {
  if (pageNumber !== undefined) {
    const { records, ...page } = flowCampaignRecords.listView(ctx, { searchParam, pageNumber })
    return { flow: records, ...page }
  }
  const all = flowCampaignRecords.viewAll(ctx)
  return { flow: all, hasMore: false, count: all.length }
}

export const listPhrases = (ctx: CompanyContext): FlowCampaign[] => flowCampaignRecords.list(ctx)

export function listCampaignsOfFlow({ db }: CompanyContext, flowId: number): FlowCampaign[] {
  return db.select().from(flowCampaignTable).where(eq(flowCampaignTable.flowId, flowId)).all()
}

export function listCampaignsOfConnection({ db }: CompanyContext, connectionId: number): FlowCampaign[] {
  return db.select().from(flowCampaignTable).where(eq(flowCampaignTable.connectionId, connectionId)).all()
}
