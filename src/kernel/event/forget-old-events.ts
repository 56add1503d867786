import { inBatches } from '../company/batches'
import { createContext } from '../company/company-context'
import type { CompanyHandle } from '../company/company-files'
import { readRanges } from '../database/read-ranges'
import { dayMs } from '../time/durations.contract'

export const messageEventRetentionDays = 7

/**
 * Events of messages and of failed bots only serve reconnecting clients, since the row itself says what happened. They
 * are deleted after a week, so that a message costs no disk besides itself. All other events are kept.
 */
export async function forgetOldEvents(company: CompanyHandle, now: Date) {
  const before = now.getTime() - messageEventRetentionDays * dayMs
  // Of a range of keys.
  const drop = company.sqlite.prepare(
    `DELETE FROM event WHERE number > ? AND number <= ? AND at < ? AND (
       message_id IS NOT NULL AND type LIKE 'message.%' OR type LIKE 'chatMessage.%' OR type = 'bot.failed'
     )`,
  )
  await inBatches(createContext(company), {
    next: readRanges(company.sqlite, { table: 'event', key: 'number', at: 'at' }, before),
    work: ({ after, end }) => void drop.run(after, end, before),
  })
}
