import { gt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { UserId } from '../../kernel/ids'
import { boundsOfDay, localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { type IsOnline, isUserOnline } from '../present-user'
import { canSeePresence } from '../user.policy'
import { listUsers } from '../user.queries'
import { userPauseTable } from '../user.tables'
import type { Presence } from './presence.contract'

/** All users by name. @throws Refusal ERR_NO_PERMISSION */
export function listPresence(ctx: CompanyContext, isOnline: IsOnline): Presence[] {
  if (!canSeePresence(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const timeZone = timeZoneOf(ctx)
  const { startMs } = boundsOfDay(localDay(ctx.now, timeZone), timeZone)
  const ended = pausedSince(ctx, startMs)
  return listUsers(ctx).map((user) => {
    const sinceMs = user.pause ? Math.max(startMs, Date.parse(user.pause.since)) : ctx.now.getTime()
    const pausedMs = (ended.get(user.id) ?? 0) + Math.max(0, ctx.now.getTime() - sinceMs)
    return {
      userId: user.id,
      name: user.name,
      online: isUserOnline(ctx, user, isOnline),
      pause: user.pause,
      pausedTodaySeconds: Math.round(pausedMs / 1000),
    }
  })
}

function pausedSince({ db }: CompanyContext, startMs: number) {
  const { endedAt } = userPauseTable
  const rows = db
    .select()
    .from(userPauseTable)
    .where(gt(endedAt, new Date(startMs)))
    .all()
  const byUser = new Map<UserId, number>()
  for (const row of rows) {
    const ms = row.endedAt.getTime() - Math.max(startMs, row.startedAt.getTime())
    byUser.set(row.userId, (byUser.get(row.userId) ?? 0) + ms)
  }
  return byUser
}
