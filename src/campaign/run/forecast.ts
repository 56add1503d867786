import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { boundsOfDay, localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { addMs } from '../../kernel/time/clock'
import { averageGapMs, dailyLimitOf, nextSendTime, readPace } from './campaign-pace'
import { readCampaignSettings } from '../edit/campaign-settings'
import { nextClosing, nextOpening } from './sending-window'

/** In sending windows, about two years. A longer forecast is useless. */
const stretchesMax = 1500

/**
 * Returns when this many messages will have been sent, each starting a conversation, at the pace, hours and daily
 * limit of the connection. Undefined when it takes years. Call it within a transaction.
 */
export function forecastEnd(
  ctx: CompanyContext,
  connection: Connection,
  messages: number,
  from: Date,
): Date | undefined {
  const settings = readCampaignSettings(ctx)
  const zone = timeZoneOf(ctx)
  const pace = readPace(ctx, connection)
  const gapMs = averageGapMs(settings, connection.channel)
  let left = messages
  const sendAt = nextSendTime(ctx, pace, { channel: connection.channel, settings })
  let at = sendAt > from ? sendAt : from
  let { day, used } = pace
  for (let stretch = 0; stretch < stretchesMax; stretch++) {
    at = nextOpening(settings, at, zone)
    const today = localDay(at, zone)
    if (today !== day) [day, used] = [today, 0]
    const { endMs } = boundsOfDay(today, zone)
    const closesMs = Math.min(nextClosing(settings, at, zone)?.getTime() ?? Number.POSITIVE_INFINITY, endMs)
    const fits = Math.max(1, Math.ceil((closesMs - at.getTime()) / gapMs))
    const sends = Math.min(left, fits, Math.max(0, dailyLimitOf(ctx, pace, connection, at) - used))
    if (sends === left) return addMs(at, (sends - 1) * gapMs)
    left -= sends
    used += sends
    at = new Date(sends === fits ? closesMs : endMs)
  }
  return undefined
}
