import { and, eq, inArray } from 'drizzle-orm'
import { type Connection, findConnection } from '../../connection/connection.queries'
import { createTurns } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { boundsOfDay, localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { addMs } from '../../kernel/time/clock'
import { readCampaignSettings } from '../edit/campaign-settings'
import type { Campaign } from '../campaign.queries'
import { campaignTable } from '../campaign.tables'
import { averageGapMs, dailyLimitOf, nextSendTime, readPace } from './campaign-pace'
import { countCandidates } from './candidates.view'
import { nextClosing, nextOpening } from './sending-window'

/** In sending windows, about two years. A longer forecast is useless. */
const stretchesMax = 1500

interface Load {
  messages: number
  from: Date
}

interface ForecastOptions extends Load {
  campaignId: number | null
}

/** At the connection's pace, with its other campaigns in turn. Undefined when it takes years. */
export async function forecastEnd(
  ctx: CompanyContext,
  connection: Connection,
  own: ForecastOptions,
): Promise<Date | undefined> {
  const others = await loadsOf(ctx, connection, own.campaignId)
  return ctx.transaction(() => sendAll(ctx, connection, [...others, { messages: own.messages, from: own.from }]))
}

export async function finishOf(ctx: CompanyContext, campaign: Campaign): Promise<Date | undefined> {
  const { id: campaignId, connectionId } = campaign
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  const load = loadOf(ctx, campaign)
  return connection && load.messages > 0 ? forecastEnd(ctx, connection, { ...load, campaignId }) : undefined
}

export function messagesLeft(ctx: CompanyContext, campaign: Campaign): number {
  const { status, isExpanded, waiting, confirmed } = campaign
  if (status === 'FINALIZADA' || status === 'CANCELADA') return 0
  return status === 'EM_ANDAMENTO' && isExpanded ? waiting + confirmed : countCandidates(ctx, campaign).recipients
}

function loadOf(ctx: CompanyContext, campaign: Campaign): Load {
  const { scheduledAt, status } = campaign
  return { messages: messagesLeft(ctx, campaign), from: (status === 'PROGRAMADA' && scheduledAt) || ctx.now }
}

/** Many long lists may be scheduled. */
async function loadsOf(ctx: CompanyContext, { id }: Connection, exceptId: number | null): Promise<Load[]> {
  const { connectionId, status } = campaignTable
  const where = and(eq(connectionId, id), inArray(status, ['EM_ANDAMENTO', 'PROGRAMADA']))
  const campaigns = ctx.db.select().from(campaignTable).where(where).all()
  const turns = createTurns()
  const loads: Load[] = []
  for (const campaign of campaigns.filter((each) => each.id !== exceptId)) {
    loads.push(loadOf(ctx, campaign))
    await turns()
  }
  return loads
}

function sendAll(ctx: CompanyContext, connection: Connection, loads: Load[]): Date | undefined {
  const settings = readCampaignSettings(ctx)
  const zone = timeZoneOf(ctx)
  const pace = readPace(ctx, connection)
  const gapMs = averageGapMs(settings, connection.channel)
  let at = nextSendTime(ctx, pace, { channel: connection.channel, settings })
  let { day, used } = pace
  for (let stretch = 0; stretch < stretchesMax; stretch++) {
    at = nextOpening(settings, startOf(loads, ctx.now, at), zone)
    const today = localDay(at, zone)
    if (today !== day) [day, used] = [today, 0]
    const { endMs } = boundsOfDay(today, zone)
    const active = loads.filter(({ from, messages }) => from <= at && messages > 0)
    const joinsMs = loads.filter(({ from }) => from > at).map(({ from }) => from.getTime())
    const closesMs = nextClosing(settings, at, zone)?.getTime() ?? Number.POSITIVE_INFINITY
    const fits = Math.max(1, Math.ceil((Math.min(closesMs, endMs, ...joinsMs) - at.getTime()) / gapMs))
    const allowed = Math.max(0, dailyLimitOf(ctx, pace, connection, at) - used)
    const { sent, lastEndsAfter } = sendInTurn(active, loads.at(-1), Math.min(fits, allowed))
    if (lastEndsAfter !== undefined) return addMs(at, (lastEndsAfter - 1) * gapMs)
    used += sent
    at = allowed < fits && sent === allowed ? new Date(endMs) : addMs(at, sent * gapMs)
  }
  return undefined
}

function startOf(loads: readonly Load[], now: Date, at: Date): Date {
  const starts = loads.filter(({ messages }) => messages > 0).map(({ from }) => from.getTime())
  return new Date(Math.max(now.getTime(), at.getTime(), Math.min(...starts)))
}

function sendInTurn(active: readonly Load[], last: Load | undefined, most: number) {
  if (last && active.includes(last)) {
    const lastEndsAfter = active.reduce((sum, { messages }) => sum + Math.min(messages, last.messages), 0)
    if (lastEndsAfter <= most) return { sent: lastEndsAfter, lastEndsAfter }
  }
  let sent = 0
  for (
    let sending = active;
    sending.length > 0 && sent < most;
    sending = sending.filter(({ messages }) => messages > 0)
  ) {
    const whole = Math.floor((most - sent) / sending.length)
    const rounds = Math.max(1, Math.min(whole, ...sending.map(({ messages }) => messages)))
    for (const load of whole === 0 ? sending.slice(0, most - sent) : sending) {
      load.messages -= rounds
      sent += rounds
    }
  }
  return { sent, lastEndsAfter: undefined }
}
