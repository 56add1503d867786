import { inBatches } from '../../kernel/company/batches'
import { dayMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'

/** Brazil's Marco Civil requires half a year of sign-ins; a year also covers later inquiries. */
const auditRetentionDays = 365

/** Returns the number of deleted records. */
export async function forgetOldAudit({ catalog, clock }: Platform): Promise<number> {
  const before = clock.now().getTime() - auditRetentionDays * dayMs
  const { sqlite } = catalog
  const old = sqlite.prepare<{ id: number }, [number]>('SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT 500')
  const drop = sqlite.prepare<unknown, [number]>('DELETE FROM audit WHERE id = ?')
  const transaction = <Result>(run: () => Result): Result => sqlite.transaction(run)()
  return inBatches({ transaction }, { next: () => old.all(before), work: ({ id }) => void drop.run(id) })
}
