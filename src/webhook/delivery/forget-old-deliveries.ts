import { nextTurn } from '../../kernel/company/batches'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { walkRanges } from '../../kernel/database/walk-ranges'
import { dayMs } from '../../kernel/time/durations.contract'

/** A delivery can be sent again within this time. */
export const bodyRetentionDays = 3
const deliveryRetentionDays = 7
/** Rows per step, so that nobody waits for it. */
const batch = 1000

/** Deletes the bodies of deliveries after three days, abandoning queued ones, and the rows after seven. */
export async function forgetOldDeliveries({ sqlite }: CompanyHandle, now: Date) {
  const dropRows = sqlite.prepare(
    'DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery WHERE created_at < ? LIMIT ?)',
  )
  const dropBodies = sqlite.prepare(
    `UPDATE webhook_delivery SET body = NULL,
       state = iif(state = 'queued', 'dead', state), last_error = iif(state = 'queued', 'expired', last_error)
     WHERE id > ? AND id <= ? AND created_at < ? AND body IS NOT NULL`,
  )
  const dayAgo = (days: number) => now.getTime() - days * dayMs
  while (dropRows.run(dayAgo(deliveryRetentionDays), batch).changes === batch) await nextTurn()
  const before = dayAgo(bodyRetentionDays)
  const walk = { table: 'webhook_delivery', key: 'id', at: 'created_at' }
  await walkRanges(sqlite, walk, before, (after, end) => void dropBodies.run(after, end, before))
}
