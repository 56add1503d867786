import { inBatches } from '../../kernel/company/batches'
import { createContext } from '../../kernel/company/company-context'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { readRanges } from '../../kernel/database/read-ranges'
import { dayMs } from '../../kernel/time/durations.contract'

/** A delivery can be sent again within this time. */
export const bodyRetentionDays = 3
const deliveryRetentionDays = 7

/** Deletes the bodies of deliveries after three days, abandoning queued ones, and the rows after seven. */
export async function forgetOldDeliveries(company: CompanyHandle, now: Date) {
  const { sqlite } = company
  // Of a range of keys.
  const dropRows = sqlite.prepare('DELETE FROM webhook_delivery WHERE id > ? AND id <= ? AND created_at < ?')
  const dropBodies = sqlite.prepare(
    `UPDATE webhook_delivery SET body = NULL,
       state = iif(state = 'queued', 'dead', state), last_error = iif(state = 'queued', 'expired', last_error)
     WHERE id > ? AND id <= ? AND created_at < ? AND body IS NOT NULL`,
  )
  const steps = [
    { statement: dropRows, days: deliveryRetentionDays },
    { statement: dropBodies, days: bodyRetentionDays },
  ]
  for (const { statement, days } of steps) {
    const before = now.getTime() - days * dayMs
    await inBatches(createContext(company), {
      next: readRanges(sqlite, { table: 'webhook_delivery', key: 'id', at: 'created_at' }, before),
      work: ({ after, end }) => void statement.run(after, end, before),
    })
  }
}
