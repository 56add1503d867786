import { eq } from 'drizzle-orm'
import type { UserActor } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { UserId } from '../kernel/ids'
import { userQueueTable, userTable } from './user.tables'

const cachedActors = perCompany(() => new Map<UserId, UserActor>())

/** Returns the user for permission checks; undefined if deleted. */
export function findActor(ctx: CompanyContext, userId: UserId): UserActor | undefined {
  const kept = cachedActors(ctx.company)
  const known = kept.get(userId)
  if (known) return known
  const user = ctx.db.select().from(userTable).where(eq(userTable.id, userId)).get()
  if (!user) return undefined
  const queues = ctx.db.select().from(userQueueTable).where(eq(userQueueTable.userId, userId)).all()
  const actor: UserActor = {
    kind: 'user',
    userId,
    name: user.name,
    profile: user.profile,
    super: user.super,
    queueIds: queues.map((row) => row.queueId),
    allTicket: user.allTicket,
    allowGroup: user.allowGroup,
    allHistoric: user.allHistoric,
    allUserChat: user.allUserChat,
    userClosePendingTicket: user.userClosePendingTicket,
    showDashboard: user.showDashboard,
    allowRealTime: user.allowRealTime,
    allowConnections: user.allowConnections,
  }
  kept.set(userId, actor)
  return actor
}

export function forgetActors(ctx: CompanyContext) {
  cachedActors(ctx.company).clear()
}
