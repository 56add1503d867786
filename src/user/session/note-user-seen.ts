import { eq } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { UserId } from '../../kernel/ids'
import { userTable } from '../user.tables'

const setLastSeen = statement((db, of: { id: UserId; at: Date | null }) =>
  db.update(userTable).set({ lastSeenAt: of.at }).where(eq(userTable.id, of.id)),
)

export const noteUserSeen = (ctx: CompanyContext) => note(ctx, ctx.now)

/** Marks the user as offline after signing out, however recent the last heartbeat. */
export const noteUserOffline = (ctx: CompanyContext) => note(ctx, null)

function note(ctx: CompanyContext, at: Date | null) {
  const id = actingUserId(ctx.actor)
  if (id) setLastSeen.run(ctx, { id, at })
}
