import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { perCompany } from '../../kernel/company/company-files'
import { boundsOfDay, timeZoneOf } from '../../kernel/time/time-zone'
import { canSeeDashboard } from '../../user/user.policy'
import type { MessageCount } from '../message.answers'
import type { CountMessagesQuery } from '../message.contract'

/**
 * Returns the number of messages sent or received between two days of the company's time zone, without private ones.
 */
export function countMessages(ctx: CompanyContext, { fromMe, dateStart, dateEnd }: CountMessagesQuery): MessageCount {
  if (!canSeeDashboard(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const timeZone = timeZoneOf(ctx)
  const from = dateStart ? boundsOfDay(dateStart, timeZone).startMs : 0
  const until = dateEnd ? boundsOfDay(dateEnd, timeZone).endMs : Number.MAX_SAFE_INTEGER
  const rows = ctx.company.sqlite
    .query<{ isGroup: number; messages: number }, [number, number, number]>(
      `SELECT is_group AS isGroup, sum(messages) AS messages FROM message_count
       WHERE starts_at >= ? AND starts_at < ? AND from_me = ? GROUP BY is_group`,
    )
    .all(from, until, Number(fromMe !== 'false' && fromMe !== '0'))
  const of = (isGroup: number) => rows.find((row) => row.isGroup === isGroup)?.messages ?? 0
  return { count: of(0) + of(1), individual: of(0), group: of(1) }
}

const byTime = perCompany(({ sqlite }) =>
  sqlite.prepare<{ startsAt: number; fromMe: number; messages: number }, [number, number]>(
    `SELECT starts_at AS startsAt, from_me AS fromMe, sum(messages) AS messages FROM message_count
     WHERE starts_at >= ? AND starts_at < ? GROUP BY starts_at, from_me ORDER BY starts_at`,
  ),
)

/** Lists the messages of each hour in milliseconds since 1970, sent and received, without private ones, in order of time. */
export function listMessageCounts(ctx: CompanyContext, { startMs, endMs }: { startMs: number; endMs: number }) {
  return byTime(ctx.company).all(startMs, endMs)
}
