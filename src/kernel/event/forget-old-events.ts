import { and, eq, gt, isNotNull, like, lt, lte, or } from 'drizzle-orm'
import { inBatches } from '../company/batches'
import { createContext } from '../company/company-context'
import type { CompanyHandle } from '../company/company-files'
import { readRanges } from '../database/read-ranges'
import { statement } from '../database/statement'
import { addMs } from '../time/clock'
import { dayMs } from '../time/durations.contract'
import { eventTable } from './event.tables'

export const messageEventRetentionDays = 7

const { number, at, type, messageId } = eventTable

const drop = statement((db, of: { after: number; end: number; before: Date }) =>
  db
    .delete(eventTable)
    .where(
      and(
        gt(number, of.after),
        lte(number, of.end),
        lt(at, of.before),
        or(and(isNotNull(messageId), like(type, 'message.%')), like(type, 'chatMessage.%'), eq(type, 'bot.failed')),
      ),
    ),
)

/** Events of messages and failed bots only serve reconnecting clients. */
export async function forgetOldEvents(company: CompanyHandle, now: Date) {
  const before = addMs(now, -messageEventRetentionDays * dayMs)
  await inBatches(createContext(company), {
    next: readRanges(company, { key: number, at }, before),
    work: ({ after, end }) => void drop.run(company, { after, end, before }),
  })
}
