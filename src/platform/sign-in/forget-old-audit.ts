import { nextTurn } from '../../kernel/company/batches'
import { dayMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'

/** Brazil's Marco Civil requires half a year of sign-ins; a year also covers later inquiries. */
const auditRetentionDays = 365
/** Small enough not to delay other work. */
const batch = 1000

export async function forgetOldAudit({ catalog, clock }: Platform) {
  const before = clock.now().getTime() - auditRetentionDays * dayMs
  const drop = catalog.sqlite.prepare(
    'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)',
  )
  let dropped = 0
  for (;;) {
    const { changes } = drop.run(before, batch)
    dropped += changes
    if (changes < batch) return dropped
    await nextTurn()
  }
}
