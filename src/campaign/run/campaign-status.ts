import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { clearProviderWarning } from '../../connection/inbox/provider-warning'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { cancelJob, enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import type { CampaignStatus } from '../campaign.contract'
import { announceProgress } from '../campaign.live'
import { assertCanStart, startFaults } from '../edit/check-campaign'
import { assertMayManageCampaigns } from '../edit/campaign-settings'
import { type Campaign, findCampaign, getCampaign, presentCampaign } from '../campaign.queries'
import { campaignTable } from '../campaign.tables'
import { countCandidates } from './candidates.view'
import { endSteps, findRunning, noteWarningChange, wakeCampaign, wakeCampaigns } from './wake-campaign'

const running = { status: 'EM_ANDAMENTO', stopReason: '', stopDetail: '', lastTurn: 0 } as const
const startKey = (campaignId: number) => `campaign start ${campaignId}`

export function changeStatus(
  ctx: CompanyContext,
  id: number,
  from: readonly CampaignStatus[],
  changes: Partial<Campaign> & { status: CampaignStatus },
): boolean {
  const where = and(eq(campaignTable.id, id), inArray(campaignTable.status, [...from]))
  const values = { waitReason: '' as const, waitUntil: null, updatedAt: ctx.now, ...changes }
  return ctx.db.update(campaignTable).set(values).where(where).returning({ id: campaignTable.id }).all().length > 0
}

/** @throws Refusal ERR_CAMPAIGN_STATUS, and as `assertCanStart` */
export function startCampaign(ctx: CompanyContext, id: number) {
  assertMayManageCampaigns(ctx)
  return ctx.transaction(() => {
    const campaign = getCampaign(ctx, id)
    if (campaign.status !== 'EM_ANDAMENTO') begin(ctx, campaign)
    return presentCampaign(ctx, getCampaign(ctx, id))
  })
}

export function begin(ctx: CompanyContext, campaign: Campaign) {
  const { id, status } = campaign
  if (status === 'INATIVA' || status === 'PROGRAMADA') assertCanStart(ctx, campaign)
  if (!changeStatus(ctx, id, ['INATIVA', 'PROGRAMADA'], { ...running, startedAt: ctx.now }))
    refuse('ERR_CAMPAIGN_STATUS', { body: { status } })
  cancelJob(ctx, startKey(id))
  recordEvent(ctx, 'campaign.started', {}, { campaignId: id })
  enqueueJob(ctx, 'campaign.expand', { campaignId: id }, { dedupeKey: `campaign expand ${id}` })
  wakeCampaign(ctx, id)
  announceConnection(ctx, campaign.connectionId)
}

function announceConnection(ctx: CompanyContext, connectionId: number | null) {
  if (connectionId === null) return
  for (const id of findRunning(ctx, connectionId)) announceProgress(ctx, id)
}

export const holdStart = (ctx: CompanyContext, campaignId: number) => cancelJob(ctx, startKey(campaignId))

export function planStart(ctx: CompanyContext, { id, status, scheduledAt }: Campaign) {
  cancelJob(ctx, startKey(id))
  if (status !== 'PROGRAMADA' || scheduledAt === null) return
  const payload = { campaignId: id, at: scheduledAt.getTime() }
  enqueueJob(ctx, 'campaign.start', payload, { runAt: scheduledAt, dedupeKey: startKey(id) })
}

/** Starts a scheduled campaign, even late after downtime. One that cannot start waits for an admin. */
export const startCampaignJob: LocalJob<'campaign.start'> = {
  attemptsMax: 20,
  run(ctx, { campaignId, at }) {
    const campaign = findCampaign(ctx, campaignId)
    if (campaign?.status !== 'PROGRAMADA' || campaign.scheduledAt?.getTime() !== at) return
    ctx.transaction(() => {
      if (countCandidates(ctx, campaign).recipients > 0) begin(ctx, campaign)
      else returnToDraft(ctx, campaignId, 'noRecipients')
    })
  },
  givenUp(ctx, { campaignId }) {
    ctx.transaction(() => returnToDraft(ctx, campaignId, 'notReady'))
  },
}

/** Returns whether there was one. */
function returnToDraft(ctx: CompanyContext, id: number, stopReason: Campaign['stopReason']): boolean {
  // A past time would start it as soon as somebody saves it.
  const changes = { status: 'INATIVA', scheduledAt: null, stopReason } as const
  if (!changeStatus(ctx, id, ['PROGRAMADA'], changes)) return false
  cancelJob(ctx, startKey(id))
  recordEvent(ctx, 'campaign.updated', {}, { campaignId: id })
  return true
}

/** What was handed over is still sent. One that has not begun becomes a draft. @throws Refusal ERR_CAMPAIGN_STATUS */
export function cancelCampaign(ctx: CompanyContext, id: number) {
  assertMayManageCampaigns(ctx)
  return ctx.transaction(() => {
    const { status } = getCampaign(ctx, id)
    const isStopped =
      returnToDraft(ctx, id, '') || stopCampaign(ctx, id, '') || keepStopped(ctx, eq(campaignTable.id, id))
    if (!isStopped && status !== 'CANCELADA') refuse('ERR_CAMPAIGN_STATUS', { body: { status } })
    return presentCampaign(ctx, getCampaign(ctx, id))
  })
}

/** Campaigns that a warning stopped wait for a user from now on. Returns whether there were any. */
function keepStopped(ctx: CompanyContext, of: SQL): boolean {
  const { id, stopReason } = campaignTable
  const where = and(of, eq(stopReason, 'warning'))
  const kept = ctx.db.update(campaignTable).set({ stopReason: 'provider' }).where(where).returning({ id }).all()
  for (const campaign of kept) recordEvent(ctx, 'campaign.updated', {}, { campaignId: campaign.id })
  return kept.length > 0
}

/** Returns whether it was under way. */
export function stopCampaign(
  ctx: CompanyContext,
  id: number,
  stopReason: Campaign['stopReason'],
  stopDetail = '',
): boolean {
  if (!changeStatus(ctx, id, ['EM_ANDAMENTO'], { status: 'CANCELADA', stopReason, stopDetail })) return false
  endSteps(ctx, id)
  announceConnection(ctx, getCampaign(ctx, id).connectionId)
  recordEvent(ctx, 'campaign.cancelled', {}, { campaignId: id, reason: stopReason })
  return true
}

/** After a warning, others of the connection continue, too. @throws Refusal ERR_CAMPAIGN_STATUS, and as `assertCanStart` */
export function restartCampaign(ctx: CompanyContext, id: number) {
  assertMayManageCampaigns(ctx)
  return ctx.transaction(() => {
    const campaign = getCampaign(ctx, id)
    const { status, connectionId } = campaign
    if (status === 'CANCELADA') assertCanStart(ctx, campaign)
    const isResumed = status !== 'FINALIZADA' && connectionId !== null && resumeConnection(ctx, connectionId)
    if (!restart(ctx, campaign) && status !== 'EM_ANDAMENTO' && !isResumed)
      refuse('ERR_CAMPAIGN_STATUS', { body: { status } })
    return presentCampaign(ctx, getCampaign(ctx, id))
  })
}

function restart(ctx: CompanyContext, { id, connectionId }: Campaign): boolean {
  if (!changeStatus(ctx, id, ['CANCELADA'], running)) return false
  recordEvent(ctx, 'campaign.restarted', {}, { campaignId: id })
  enqueueJob(ctx, 'campaign.expand', { campaignId: id }, { dedupeKey: `campaign expand ${id}` })
  wakeCampaign(ctx, id)
  announceConnection(ctx, connectionId)
  return true
}

/** What can no longer start waits for a user. */
export function resumeStopped(ctx: CompanyContext, connectionId: ConnectionId) {
  const { stopReason, status, connectionId: ofConnection } = campaignTable
  const isStopped = and(eq(ofConnection, connectionId), eq(status, 'CANCELADA'), eq(stopReason, 'warning'))
  const stopped = ctx.db.select().from(campaignTable).where(isStopped).orderBy(campaignTable.id).all()
  const campaignIds = stopped
    .filter((campaign) => Object.keys(startFaults(ctx, campaign)).length === 0 && restart(ctx, campaign))
    .map(({ id }) => id)
  keepStopped(ctx, eq(ofConnection, connectionId))
  noteWarningChange(ctx, connectionId)
  wakeCampaigns(ctx, connectionId)
  if (campaignIds.length > 0) recordEvent(ctx, 'campaign.warningEnded', {}, { connectionId, campaignIds })
}

function resumeConnection(ctx: CompanyContext, connectionId: number): boolean {
  if (!clearProviderWarning(ctx, connectionId)) return false
  keepStopped(ctx, eq(campaignTable.connectionId, connectionId))
  noteWarningChange(ctx, connectionId)
  wakeCampaigns(ctx, connectionId)
  return true
}

export function finishCampaign(ctx: CompanyContext, id: number) {
  if (!changeStatus(ctx, id, ['EM_ANDAMENTO'], { status: 'FINALIZADA', completedAt: ctx.now })) return
  recordEvent(ctx, 'campaign.finished', {}, { campaignId: id })
  announceConnection(ctx, getCampaign(ctx, id).connectionId)
}
