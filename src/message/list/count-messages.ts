import { and, eq, gte, lt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { stored, total } from '../../kernel/database/expressions'
import { boundsOfDay, timeZoneOf } from '../../kernel/time/time-zone'
import { canSeeDashboard } from '../../user/user.policy'
import type { MessageCount } from '../message.answers'
import type { CountMessagesQuery } from '../message.contract'
import { messageCountTable } from '../message.tables'

export function countMessages(ctx: CompanyContext, { fromMe, dateStart, dateEnd }: CountMessagesQuery): MessageCount {
  if (!canSeeDashboard(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const timeZone = timeZoneOf(ctx)
  const from = dateStart ? boundsOfDay(dateStart, timeZone).startMs : 0
  const until = dateEnd ? boundsOfDay(dateEnd, timeZone).endMs : Number.MAX_SAFE_INTEGER
  const { startsAt, isGroup, messages } = messageCountTable
  const isSent = fromMe !== 'false' && fromMe !== '0'
  const rows = ctx.db
    .select({ isGroup, messages: total(messages) })
    .from(messageCountTable)
    .where(and(gte(startsAt, from), lt(startsAt, until), eq(messageCountTable.fromMe, isSent)))
    .groupBy(isGroup)
    .all()
  const of = (isGroup: boolean) => rows.find((row) => row.isGroup === isGroup)?.messages ?? 0
  return { count: of(false) + of(true), individual: of(false), group: of(true) }
}

/** Per hour in ms since 1970, without private ones. */
export function listMessageCounts(ctx: CompanyContext, { startMs, endMs }: { startMs: number; endMs: number }) {
  const { startsAt, fromMe, messages } = messageCountTable
  return ctx.db
    .select({ startsAt, fromMe: stored(fromMe), messages: total(messages) })
    .from(messageCountTable)
    .where(and(gte(startsAt, startMs), lt(startsAt, endMs)))
    .groupBy(startsAt, fromMe)
    .orderBy(startsAt)
    .all()
}
