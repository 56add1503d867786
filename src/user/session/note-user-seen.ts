import { eq } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { UserId } from '../../kernel/ids'
import { userTable } from '../user.tables'

const setLastSeen = statement((db, of: { id: UserId; at: Date }) =>
  db.update(userTable).set({ lastSeenAt: of.at, leftAt: null }).where(eq(userTable.id, of.id)),
)

const signOut = statement((db, of: { id: UserId; at: Date }) =>
  db.update(userTable).set({ lastSeenAt: null, signedOutAt: of.at }).where(eq(userTable.id, of.id)),
)

const leave = statement((db, of: { id: UserId; at: Date }) =>
  db.update(userTable).set({ leftAt: of.at }).where(eq(userTable.id, of.id)),
)

export function noteUserSeen(ctx: CompanyContext) {
  const id = actingUserId(ctx.actor)
  if (id) setLastSeen.run(ctx, { id, at: ctx.now })
}

/** When the last window is gone. */
export const noteUserLeft = (ctx: CompanyContext, id: UserId) => void leave.run(ctx, { id, at: ctx.now })

/** Marks the user as offline after signing out, however recent the last heartbeat. */
export function noteUserOffline(ctx: CompanyContext) {
  const id = actingUserId(ctx.actor)
  if (id) signOut.run(ctx, { id, at: ctx.now })
}
