import { nextTurn } from '../../kernel/company/batches'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { dayMs } from '../../kernel/time/durations.contract'

/** A delivery can be sent again within this time. */
export const bodyRetentionDays = 3
const deliveryRetentionDays = 7
/** Rows per step, so that nobody waits for it. */
const batch = 1000

/** Deletes the bodies of deliveries after three days, abandoning queued ones, and the rows after seven. */
export async function forgetOldDeliveries(company: CompanyHandle, now: Date) {
  const { sqlite } = company
  const dropBodies = sqlite.prepare(
    `UPDATE webhook_delivery SET body = NULL,
       state = iif(state = 'queued', 'dead', state), last_error = iif(state = 'queued', 'expired', last_error)
     WHERE id IN (SELECT id FROM webhook_delivery WHERE created_at < ? AND body IS NOT NULL LIMIT ?)`,
  )
  const dropRows = sqlite.prepare(
    'DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery WHERE created_at < ? LIMIT ?)',
  )
  const dayAgo = (days: number) => now.getTime() - days * dayMs
  while (dropRows.run(dayAgo(deliveryRetentionDays), batch).changes === batch) await nextTurn()
  while (dropBodies.run(dayAgo(bodyRetentionDays), batch).changes === batch) await nextTurn()
}
