import type { CompanyHandle } from './company-files'

export const messageEventsKeptDays = 7
/** Short enough that nobody waits for it. */
const batch = 5000

/**
 * Events of messages, to contacts and among colleagues, only serve clients that come back: the message's own row says what
 * happened. After a week they are dropped, so that a message costs no more disk than itself. The rest of the log is kept.
 */
export function forgetOldEvents(company: CompanyHandle, now: Date) {
  const before = now.getTime() - messageEventsKeptDays * 86_400_000
  const drop = company.sqlite.prepare(
    `DELETE FROM event WHERE number IN (
       SELECT number FROM event WHERE at < ? AND (message_id IS NOT NULL AND type LIKE 'message.%' OR type LIKE 'chatMessage.%')
       ORDER BY number LIMIT ?
     )`,
  )
  let dropped = 0
  for (;;) {
    const { changes } = drop.run(before, batch)
    dropped += changes
    if (changes < batch) return dropped
  }
}
