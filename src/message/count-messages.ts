import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { CountMessagesQuery, MessageCount } from './message.contract'
import { canCountMessages } from './message.policy'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How many messages were sent or received on the company's days, private ones apart. */
export function countMessages(ctx: CompanyContext, { fromMe, dateStart, dateEnd }: CountMessagesQuery): MessageCount {
  if (!canCountMessages(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { timeZone } = ctx.company.services.about(ctx.company.id)
  const from = dateStart ? startOfDay(dateStart, timeZone) : 0
  const until = dateEnd ? startOfDay(nextDay(dateEnd), timeZone) : Number.MAX_SAFE_INTEGER
  const rows = ctx.company.sqlite
    .query<{ isGroup: number; messages: number }, [number, number, number]>(
      `SELECT is_group AS isGroup, sum(messages) AS messages FROM message_count
       WHERE hour >= ? AND hour < ? AND from_me = ? GROUP BY is_group`,
    )
    .all(Math.floor(from / hourMs), Math.floor(until / hourMs), Number(fromMe === 'true' || fromMe === '1'))
  const of = (isGroup: number) => rows.find((row) => row.isGroup === isGroup)?.messages ?? 0
  return { count: of(0) + of(1), individual: of(0), group: of(1) }
}

const nextDay = (day: string) => new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + dayMs).toISOString()

/** When the day begins on the company's wall clock. */
function startOfDay(day: string, timeZone: string) {
  const utc = Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(utc)) refuse('ERR_INVALID_INPUT', { fields: { dateStart: 'date' } })
  // Asked twice: the first guess may lie on the other side of a change of the clocks.
  const guess = utc - offsetAt(utc, timeZone)
  return utc - offsetAt(guess, timeZone)
}

function offsetAt(atMs: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(atMs)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(atMs / 1000) * 1000
}
