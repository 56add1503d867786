import { eq } from 'drizzle-orm'
import { type ChannelName, channelRules } from '../../channel/channel-rules.contract'
import { type Connection, findConnection, listConnections } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { dayMs } from '../../kernel/time/durations.contract'
import { pick } from '../../kernel/typed-object.contract'
import type { ConnectionLimitView } from '../campaign.calls'
import type { CampaignSettings } from '../campaign.contract'
import { assertMayManageCampaigns } from '../edit/campaign-settings'
import { campaignPaceTable } from '../campaign.tables'
import { wakeCampaigns } from './wake-campaign'

export type Pace = typeof campaignPaceTable.$inferSelect
type PacedConnection = Pick<Connection, 'id' | 'channel' | 'number' | 'createdAt'>

/** Late steps are made up for below this gap. */
const catchUpMs = 100

/** Conversations per day by the account's age in days: providers ban new accounts that start many. */
const warmUp = [
  { untilDays: 7, conversations: 50 },
  { untilDays: 14, conversations: 100 },
  { untilDays: 21, conversations: 200 },
]
const conversationsMax = 300
const otherDaysMax = 31

/** Regular intervals look like a program's. */
const jitterMin = 0.7
const jitterMax = 1.3
const jitter = () => jitterMin + Math.random() * (jitterMax - jitterMin)

const isOf = (of: { connectionId: ConnectionId }) => eq(campaignPaceTable.connectionId, of.connectionId)

const statements = {
  find: statement((db, of: { connectionId: ConnectionId }) => db.select().from(campaignPaceTable).where(isOf(of))),
  note: statement((db, pace: Pace) =>
    db
      .update(campaignPaceTable)
      .set(pick(pace, 'number', 'since', 'nextAt', 'inRow', 'day', 'used', 'otherDays'))
      .where(isOf(pace)),
  ),
}

export function readPace(ctx: CompanyContext, connection: PacedConnection): Pace {
  const { id: connectionId, number, createdAt } = connection
  const known = statements.find.get(ctx, { connectionId })
  const day = localDay(ctx.now, timeZoneOf(ctx))
  if (!known) {
    return ctx.db.insert(campaignPaceTable).values({ connectionId, number, since: createdAt, day }).returning().get()
  }
  // Another account was paired, which counts as new.
  const isOther = number !== '' && known.number !== '' && number !== known.number
  // The clock was set back.
  const since = isOther || known.since > ctx.now ? ctx.now : known.since
  return { ...known, number: number || known.number, since, ...daysAt(known, day) }
}

/** Each day has its limit once, however the clock is moved. */
function daysAt(
  { day: lastDay, used: lastUsed, otherDays }: Pace,
  day: string,
): Pick<Pace, 'day' | 'used' | 'otherDays'> {
  if (lastDay === day) return { day, used: lastUsed, otherDays }
  const { [day]: known, ...others } = { ...otherDays, [lastDay]: lastUsed }
  const newest = Object.entries(others).toSorted().slice(-otherDaysMax)
  return { day, used: known ?? (lastDay < day ? 0 : lastUsed), otherDays: Object.fromEntries(newest) }
}

export function dailyLimitOf(
  ctx: CompanyContext,
  { dailyLimit, since }: Pace,
  { id, channel }: Pick<Connection, 'id' | 'channel'>,
  at = ctx.now,
): number {
  if (dailyLimit !== null) return dailyLimit
  const own = ctx.company.services.ports.providers[channel]?.conversationsMax?.(ctx, id)
  if (own !== undefined) return own
  const days = (at.getTime() - since.getTime()) / dayMs
  return warmUp.find(({ untilDays }) => days < untilDays)?.conversations ?? conversationsMax
}

interface Pacing {
  channel: ChannelName
  settings: CampaignSettings
}

/** Replaces a time from before a change of clock or interval. Requires a transaction. */
export function nextSendTime(ctx: CompanyContext, pace: Pace, pacing: Pacing): Date {
  const aheadMs = pace.nextAt.getTime() - ctx.now.getTime()
  if (aheadMs <= longestGapMs(pacing)) return pace.nextAt
  return storePace(ctx, { ...pace, nextAt: afterGap(ctx, pacing, pacing.settings.messageInterval) }).nextAt
}

export function notePace(ctx: CompanyContext, pace: Pace, pacing: Pacing, isNewChat: boolean): Pace {
  const { messageInterval, longerIntervalAfter, greaterInterval } = pacing.settings
  const isLonger = longerIntervalAfter > 0 && pace.inRow + 1 >= longerIntervalAfter
  return storePace(ctx, {
    ...pace,
    nextAt: afterGap(ctx, pacing, isLonger ? greaterInterval : messageInterval, pace.nextAt),
    inRow: isLonger ? 0 : pace.inRow + 1,
    used: pace.used + (isNewChat ? 1 : 0),
  })
}

/** @param dueAt of the present message */
function afterGap({ now }: CompanyContext, { channel }: Pacing, seconds: number, dueAt = now) {
  const gapMs = Math.max(seconds * 1000 * jitter(), channelRules[channel].campaignGapMs)
  const isShortest = gapMs < catchUpMs
  const fromMs = isShortest
    ? Math.max(Math.min(dueAt.getTime(), now.getTime()), now.getTime() - catchUpMs)
    : now.getTime()
  // Rounding fractions up at random keeps the average.
  return new Date(Math.floor(fromMs + gapMs + (isShortest ? Math.random() : 0)))
}

function longestGapMs({ channel, settings }: Pacing) {
  const { messageInterval, longerIntervalAfter, greaterInterval } = settings
  const seconds = longerIntervalAfter > 0 ? Math.max(messageInterval, greaterInterval) : messageInterval
  return Math.max(seconds * 1000 * jitterMax, channelRules[channel].campaignGapMs)
}

function storePace(ctx: CompanyContext, pace: Pace): Pace {
  statements.note.run(ctx, pace)
  return pace
}

export function averageGapMs(settings: CampaignSettings, channel: ChannelName) {
  const { messageInterval, longerIntervalAfter: after, greaterInterval } = settings
  const seconds = after === 0 ? messageInterval : (messageInterval * (after - 1) + greaterInterval) / after
  return Math.max(seconds * 1000, channelRules[channel].campaignGapMs)
}

export function listConnectionLimits(ctx: CompanyContext): ConnectionLimitView[] {
  assertMayManageCampaigns(ctx)
  return ctx.transaction(() =>
    listConnections(ctx)
      .filter(({ channel }) => channelRules[channel].phoneNumbers && !channelRules[channel].templates)
      .map((connection) => {
        const pace = readPace(ctx, connection)
        const { id: whatsappId, name, channel } = connection
        const todayMax = dailyLimitOf(ctx, pace, connection)
        return { whatsappId, name, channel, dailyLimit: pace.dailyLimit, todayMax, todayUsed: pace.used }
      }),
  )
}

/** @throws Refusal ERR_NO_WAPP_FOUND */
export function setConnectionLimit(ctx: CompanyContext, connectionId: ConnectionId, dailyLimit: number | null) {
  assertMayManageCampaigns(ctx)
  ctx.transaction(() => {
    const connection = findConnection(ctx, connectionId) ?? refuse('ERR_NO_WAPP_FOUND')
    readPace(ctx, connection)
    ctx.db.update(campaignPaceTable).set({ dailyLimit }).where(isOf({ connectionId })).run()
    wakeCampaigns(ctx, connectionId)
  })
}
