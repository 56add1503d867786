import { actingUserId } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'

/** The person is there: the heartbeat of an open screen. Not an event, since nothing happened. */
export function noteUserSeen(ctx: CompanyContext) {
  const userId = actingUserId(ctx.actor)
  if (userId) ctx.company.sqlite.run('UPDATE user SET last_seen_at = ? WHERE id = ?', [ctx.now.getTime(), userId])
}

/** The person has signed out: no longer online, however lately they were. */
export function noteUserGone(ctx: CompanyContext) {
  const userId = actingUserId(ctx.actor)
  if (userId) ctx.company.sqlite.run('UPDATE user SET last_seen_at = NULL WHERE id = ?', [userId])
}
