import { eq } from 'drizzle-orm'
import { findConnection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { companyRecords } from '../../kernel/record/company-records'
import { presentRecord } from '../../kernel/record/record-table'
import { findFlow } from '../run/find-flow'
import { flowCampaignTable } from '../run/flow-run.tables'
import { canEditFlows } from '../flow.policy'
import '../flow.queries'
import { FlowCampaignView } from './phrase.calls'

export type FlowCampaign = typeof flowCampaignTable.$inferSelect

export const flowCampaignRecords = companyRecords({
  subject: 'flowCampaign',
  table: flowCampaignTable,
  notFound: 'ERR_NO_FLOW_CAMPAIGN_FOUND',
  read: 'everyone',
  change: canEditFlows,
  searchText: ({ name, phrase }) => `${name} ${phrase}`,
  view: FlowCampaignView,
  present: (ctx) => (campaign) => presentFlowCampaign(ctx, campaign),
  // Views contain the name and switch of the flow.
  changedBy: { 'flow.updated': ({ data }, ctx) => listCampaignsOfFlow(ctx, data.flowId).map(({ id }) => id) },
})

export function presentFlowCampaign(ctx: CompanyContext, campaign: FlowCampaign): FlowCampaignView {
  const { connectionId, ...shown } = presentRecord(campaign)
  const flow = findFlow(ctx, campaign.flowId)
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  return {
    ...shown,
    flow: flow ? { id: flow.id, name: flow.name, active: flow.active } : null,
    whatsappId: connectionId,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
  }
}

interface ListQuery {
  searchParam: string
  pageNumber?: number | undefined
}

/** One page by name; without a page number all. */
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
