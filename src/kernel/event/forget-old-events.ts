import { dayMs } from '../time/durations.contract'
import type { CompanyHandle } from '../company/company-files'

export const messageEventRetentionDays = 7
/** Small enough not to delay other work. */
const batch = 5000

/**
 * Events of messages and of failed bots only serve reconnecting clients, since the row itself says what happened. They
 * are deleted after a week, so that a message costs no disk besides itself. All other events are kept.
 */
export function forgetOldEvents(company: CompanyHandle, now: Date) {
  const before = now.getTime() - messageEventRetentionDays * dayMs
  const drop = company.sqlite.prepare(
    `DELETE FROM event WHERE number IN (
       SELECT number FROM event WHERE at < ? AND (
         message_id IS NOT NULL AND type LIKE 'message.%' OR type LIKE 'chatMessage.%' OR type = 'bot.failed'
       ) ORDER BY number LIMIT ?
     )`,
  )
  let dropped = 0
  for (;;) {
    const { changes } = drop.run(before, batch)
    dropped += changes
    if (changes < batch) return dropped
  }
}
