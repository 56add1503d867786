import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'

export function noteUserSeen(ctx: CompanyContext) {
  const userId = actingUserId(ctx.actor)
  if (userId) ctx.company.sqlite.run('UPDATE user SET last_seen_at = ? WHERE id = ?', [ctx.now.getTime(), userId])
}

/** Marks the user as offline after signing out, however recent the last heartbeat. */
export function noteUserOffline(ctx: CompanyContext) {
  const userId = actingUserId(ctx.actor)
  if (userId) ctx.company.sqlite.run('UPDATE user SET last_seen_at = NULL WHERE id = ?', [userId])
}
