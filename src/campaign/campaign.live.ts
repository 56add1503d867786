import { eq } from 'drizzle-orm'
import { findConnection } from '../connection/connection.queries'
import { afterCommit, type CompanyContext, createContext } from '../kernel/company/company-context'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import { type LiveMessage, type LivePresenter, presentEach, publishNow } from '../kernel/live/live'
import { findCampaign, presentCampaign } from './campaign.queries'
import { campaignTable } from './campaign.tables'

const topics = ['admin']
const announceMs = 1000

export const campaignLive: LivePresenter = {
  on: (type) => type.startsWith('campaign.'),
  present: presentChanged,
}

function presentChanged(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const changed = new Map<number, { number: number; action: 'create' | 'update' | 'delete' }>()
  for (const event of events) {
    const id = 'campaignId' in event.data ? event.data.campaignId : undefined
    if (id === undefined) continue
    const created = isEvent(event, 'campaign.created') ? 'create' : (changed.get(id)?.action ?? 'update')
    changed.set(id, { number: event.number, action: isEvent(event, 'campaign.deleted') ? 'delete' : created })
  }
  return [...changed].flatMap(([campaignId, { number, action }]): LiveMessage[] => {
    if (action === 'delete') return [{ topics, event: 'campaign', number, data: { action, campaignId } }]
    const campaign = findCampaign(ctx, campaignId)
    if (!campaign) return []
    return [{ topics, event: 'campaign', number, data: { action, campaign: presentCampaign(ctx, campaign) } }]
  })
}

export const campaignWarningLive = presentEach({
  'campaign.warned': (ctx, { number, data }) => presentWarning(ctx, number, { action: 'stopped', ...data }),
  'campaign.warningEnded': (ctx, { number, data }) =>
    presentWarning(ctx, number, { action: 'resumed', reason: '', ...data }),
})

interface Warning {
  action: 'stopped' | 'resumed'
  connectionId: number
  campaignIds: readonly number[]
  reason: string
}

function presentWarning(
  ctx: CompanyContext,
  number: number,
  { action, connectionId, campaignIds, reason }: Warning,
): LiveMessage[] {
  const connection = findConnection(ctx, connectionId)
  if (!connection) return []
  const campaigns = campaignIds.flatMap((id) => findCampaign(ctx, id) ?? []).map(({ id, name }) => ({ id, name }))
  const whatsapp = { id: connection.id, name: connection.name }
  return [{ topics, event: 'campaignWarning', number, data: { action, whatsapp, campaigns, reason } }]
}

/** Not logged: a large campaign would add a hundred thousand entries; reconnecting clients reload. */
export function announceProgress(ctx: CompanyContext, campaignId: number) {
  const { company } = ctx
  if (company.services.live.watching(company.id) === 0) return
  const lastMs = findCampaign(ctx, campaignId)?.announcedAt?.getTime() ?? 0
  const dueMs = lastMs + announceMs
  // A future time remains from before the clock was set back.
  if (lastMs <= ctx.now.getTime() && dueMs > ctx.now.getTime()) {
    const dedupeKey = `campaign announce ${campaignId}`
    return enqueueJob(ctx, 'campaign.announce', { campaignId }, { runAt: new Date(dueMs), dedupeKey })
  }
  ctx.db.update(campaignTable).set({ announcedAt: ctx.now }).where(eq(campaignTable.id, campaignId)).run()
  afterCommit(ctx, () => publishCampaign(createContext(company), campaignId))
}

function publishCampaign(ctx: CompanyContext, campaignId: number) {
  const campaign = findCampaign(ctx, campaignId)
  if (!campaign) return
  publishNow(ctx, { topics, event: 'campaign', data: { action: 'update', campaign: presentCampaign(ctx, campaign) } })
}

export const announceCampaignJob: LocalJob<'campaign.announce'> = {
  attemptsMax: 2,
  mayRunEarly: true,
  run(ctx, { campaignId }) {
    ctx.transaction(() => announceProgress(ctx, campaignId))
  },
}
