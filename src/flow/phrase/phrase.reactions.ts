import '../../connection/connection.events'
import { asSystem } from '../../kernel/company/company-context'
import { reaction } from '../../kernel/event/event-log'
import '../flow.queries'
import { forgetPhrases } from './phrase-index'
import { flowCampaignRecords, listCampaignsOfConnection, listCampaignsOfFlow } from './phrase.record'

export const flowCampaignReactions = [
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
