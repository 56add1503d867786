import type { CompanyHandle } from '../company/company-files'
import { walkRanges } from '../database/walk-ranges'
import { dayMs } from '../time/durations.contract'

export const messageEventRetentionDays = 7

/**
 * Events of messages and of failed bots only serve reconnecting clients, since the row itself says what happened. They
 * are deleted after a week, so that a message costs no disk besides itself. All other events are kept.
 */
export async function forgetOldEvents({ sqlite }: CompanyHandle, now: Date) {
  const before = now.getTime() - messageEventRetentionDays * dayMs
  const drop = sqlite.prepare(
    `DELETE FROM event WHERE number > ? AND number <= ? AND at < ? AND (
       message_id IS NOT NULL AND type LIKE 'message.%' OR type LIKE 'chatMessage.%' OR type = 'bot.failed'
     )`,
  )
  const walk = { table: 'event', key: 'number', at: 'at' }
  await walkRanges(sqlite, walk, before, (after, end) => void drop.run(after, end, before))
}
