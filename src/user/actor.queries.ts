import { eq } from 'drizzle-orm'
import type { UserActor } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { cachedPerCompany } from '../kernel/company/cached-per-company'
import type { UserId } from '../kernel/ids'
import { userQueueTable, userTable } from './user.tables'

const actors = cachedPerCompany(() => new Map<UserId, UserActor>())

export function findActor(ctx: CompanyContext, userId: UserId): UserActor | undefined {
  const cached = actors.get(ctx)
  const known = cached.get(userId)
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
  cached.set(userId, actor)
  return actor
}

export const forgetActors = actors.forget
