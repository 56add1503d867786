import { and, eq } from 'drizzle-orm'
import { findConnection, type Connection } from '../../connection/connection.queries'
import { findChannel } from '../../connection/running/connection-channel'
import { findAccounts, lookupPauseMs } from '../../contact/identity/find-accounts'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { FreshContext, WaitingJob } from '../../kernel/job/jobs'
import { timeZoneOf } from '../../kernel/time/time-zone'
import { addMs } from '../../kernel/time/clock'
import { isSubscribed } from '../../platform/invoice/subscription'
import { announceProgress } from '../campaign.live'
import { nextSendTime, readPace } from './campaign-pace'
import { readCampaignSettings } from '../edit/campaign-settings'
import { expireAnswers, firstExpiry } from './expire-answers'
import { finishCampaign, stopCampaign } from './campaign-status'
import { type Campaign, findCampaign, type Shipping } from '../campaign.queries'
import { campaignTable } from '../campaign.tables'
import { endTurn, findNext, findTurn, needsLookup, outboxMaxOf } from './campaign-turns'
import { nextOpening } from './sending-window'
import { noteLookup, sendToRecipient } from './send-to-recipient'

const offlineMs = 60_000
const planMs = 600_000
const outboxMs = 5_000
const expandingMs = 1_000
const settlingMs = 60_000
/** Hours, limits, time zone and plan may change. */
const recheckMs = 900_000

interface Wait {
  reason: Campaign['waitReason']
  until: Date
}

export const campaignStepJob: WaitingJob<'campaign.step'> = {
  lane: 'waiting',
  isBulk: true,
  attemptsMax: Number.MAX_SAFE_INTEGER,
  timeLimitMs: 60_000,
  mayRunEarly: true,
  async run(freshContext, { campaignId }) {
    const next = await step(freshContext, campaignId)
    return next && new Date(Math.min(next.getTime(), addMs(freshContext().now, recheckMs).getTime()))
  },
}

async function step(freshContext: FreshContext, campaignId: number): Promise<Date | undefined> {
  const ctx = freshContext()
  const campaign = findCampaign(ctx, campaignId)
  if (campaign?.status !== 'EM_ANDAMENTO') return undefined
  const connection = campaign.connectionId === null ? undefined : findConnection(ctx, campaign.connectionId)
  if (!connection) return stop(ctx, campaignId)
  expireAnswers(ctx, campaign)
  const wait = findWait(ctx, campaign, connection)
  if (wait) return recordWait(ctx, campaign, wait)
  const next = findNext(ctx, campaignId)
  if (!next) return endWhenDone(ctx, campaignId)
  if (!needsLookup(connection, next)) return sendInTurn(ctx, campaign, connection)
  // Before its turn, so that nobody waits for the answer.
  const hasAccount = await hasAccountNow(ctx, connection, next)
  const later = freshContext()
  if (hasAccount === undefined)
    return recordWait(later, campaign, { reason: 'offline', until: addMs(later.now, offlineMs) })
  noteLookup(later, next, hasAccount)
  return hasAccount ? sendInTurn(later, campaign, connection) : addMs(later.now, lookupPauseMs)
}

/** Sends what is next on the connection, which may be another campaign's, as soon as its pace allows. */
function sendInTurn(ctx: CompanyContext, campaign: Campaign, connection: Connection): Date {
  endWait(ctx, campaign)
  const sendAt = connectionSendTime(ctx, connection)
  if (sendAt > ctx.now) return sendAt
  const recipient = findTurn(ctx, connection)
  if (!recipient) return ctx.now
  const { campaignId } = recipient
  const result = sendOrEndTurn(ctx, recipient)
  if ('nextAt' in result) return result.nextAt
  const until = recordWait(ctx, findCampaign(ctx, campaignId) ?? campaign, result)
  return campaignId === campaign.id ? until : ctx.now
}

/** One campaign's fault must not hold up the others. */
function sendOrEndTurn(ctx: CompanyContext, { campaignId, id }: Shipping) {
  try {
    return sendToRecipient(ctx, campaignId, id)
  } catch (error) {
    endTurn(ctx, campaignId)
    throw error
  }
}

function connectionSendTime(ctx: CompanyContext, connection: Connection): Date {
  const pacing = { channel: connection.channel, settings: readCampaignSettings(ctx) }
  return ctx.transaction(() => nextSendTime(ctx, readPace(ctx, connection), pacing))
}

function stop(ctx: CompanyContext, campaignId: number) {
  ctx.transaction(() => stopCampaign(ctx, campaignId, 'noConnection'))
  return undefined
}

function findWait(ctx: CompanyContext, campaign: Campaign, connection: Connection): Wait | undefined {
  if (!ctx.plan.useCampaigns || !isSubscribed(ctx.company.services.about(ctx.company.id), ctx.now)) {
    return { reason: 'plan', until: addMs(ctx.now, planMs) }
  }
  const hasRecipients = campaign.waiting + campaign.confirmed > 0
  if (hasRecipients && connection.warnedAt !== null) return { reason: 'warning', until: addMs(ctx.now, recheckMs) }
  const opening = nextOpening(readCampaignSettings(ctx), ctx.now, timeZoneOf(ctx))
  if (hasRecipients && opening > ctx.now) return { reason: 'hours', until: opening }
  if (campaign.sending >= outboxMaxOf(connection)) return { reason: 'queue', until: addMs(ctx.now, outboxMs) }
  if (connection.status !== 'CONNECTED') return { reason: 'offline', until: addMs(ctx.now, offlineMs) }
  return undefined
}

function recordWait(ctx: CompanyContext, { id, waitReason, waitUntil }: Campaign, { reason, until }: Wait): Date {
  if (waitReason === reason && waitUntil?.getTime() === until.getTime()) return until
  ctx.transaction(() => {
    const own = and(eq(campaignTable.id, id), eq(campaignTable.status, 'EM_ANDAMENTO'))
    ctx.db.update(campaignTable).set({ waitReason: reason, waitUntil: until }).where(own).run()
    announceProgress(ctx, id)
  })
  return until
}

/** The daily limit is only known at its turn. */
function endWait(ctx: CompanyContext, { id, waitReason }: Campaign) {
  if (waitReason === '' || waitReason === 'budget') return
  ctx.transaction(() => {
    ctx.db.update(campaignTable).set({ waitReason: '', waitUntil: null }).where(eq(campaignTable.id, id)).run()
    announceProgress(ctx, id)
  })
}

/** Undefined while the provider cannot be reached. */
async function hasAccountNow(ctx: CompanyContext, { id }: Connection, recipient: Shipping) {
  if (!findChannel(ctx, id)) return undefined
  const accounts = await findAccounts(ctx, [recipient.number], id)
  return accounts && [...accounts.values()].some((number) => number !== undefined)
}

/** Waits for answers and the provider first. */
function endWhenDone(ctx: CompanyContext, campaignId: number): Date | undefined {
  return ctx.transaction(() => {
    const campaign = findCampaign(ctx, campaignId)
    if (campaign?.status !== 'EM_ANDAMENTO') return undefined
    if (!campaign.isExpanded) return addMs(ctx.now, expandingMs)
    if (campaign.sending > 0) return recordWait(ctx, campaign, { reason: 'queue', until: addMs(ctx.now, settlingMs) })
    if (campaign.asked > 0) return recordWait(ctx, campaign, { reason: 'answers', until: firstExpiry(ctx, campaign) })
    finishCampaign(ctx, campaignId)
    return undefined
  })
}
