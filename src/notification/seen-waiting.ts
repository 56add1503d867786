import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'

const statements = perCompany(({ sqlite }) => ({
  find: sqlite.prepare<{ until: number }, [number]>('SELECT until FROM seen_waiting WHERE user_id = ?'),
  // A request that arrives late does not take it back.
  put: sqlite.prepare<unknown, [number, number]>(
    `INSERT INTO seen_waiting (user_id, until) VALUES (?1, ?2)
     ON CONFLICT (user_id) DO UPDATE SET until = max(until, excluded.until)`,
  ),
}))

/** Returns until when the user has seen who waits, in milliseconds; null if the user never has. */
export function findSeenWaiting(ctx: CompanyContext): number | null {
  const userId = actingUserId(ctx.actor)
  return userId === undefined ? null : (statements(ctx.company).find.get(userId)?.until ?? null)
}

/** Notes that the user has seen who began to wait until then, at most until now. */
export function seeWaiting(ctx: CompanyContext, until: Date) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined) return
  const untilMs = Math.min(until.getTime(), ctx.now.getTime())
  ctx.transaction(() => statements(ctx.company).put.run(userId, untilMs))
}
