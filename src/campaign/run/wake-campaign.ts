import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import { bringJobForward, cancelJob, enqueueJob } from '../../kernel/job/jobs'
import type { ConnectionId } from '../../kernel/ids'
import { campaignTable } from '../campaign.tables'

const stepKey = (campaignId: number) => `campaign ${campaignId}`

export function wakeCampaign(ctx: CompanyContext, campaignId: number) {
  const dedupeKey = stepKey(campaignId)
  enqueueJob(ctx, 'campaign.step', { campaignId }, { dedupeKey })
  bringJobForward(ctx, dedupeKey)
}

export function wakeCampaigns(ctx: CompanyContext, connectionId?: ConnectionId) {
  for (const id of findRunning(ctx, connectionId)) wakeCampaign(ctx, id)
}

export function findRunning(ctx: CompanyContext, connectionId?: ConnectionId): number[] {
  const { id, status, connectionId: ofConnection } = campaignTable
  const where = and(eq(status, 'EM_ANDAMENTO'), connectionId === undefined ? undefined : eq(ofConnection, connectionId))
  return ctx.db
    .select({ id })
    .from(campaignTable)
    .where(where)
    .orderBy(id)
    .all()
    .map((row) => row.id)
}

export function noteWarningChange(ctx: CompanyContext, connectionId: ConnectionId) {
  const { id, status, connectionId: ofConnection } = campaignTable
  const where = and(eq(ofConnection, connectionId), inArray(status, ['INATIVA', 'PROGRAMADA']))
  const waiting = ctx.db.select({ id }).from(campaignTable).where(where).all()
  for (const campaign of waiting) recordEvent(ctx, 'campaign.updated', {}, { campaignId: campaign.id })
}

export function endSteps(ctx: CompanyContext, campaignId: number) {
  cancelJob(ctx, stepKey(campaignId))
}
