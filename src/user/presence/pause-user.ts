import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { canEditUser } from '../user.policy'
import { getUser, type User } from '../user.queries'
import { userPauseTable, userTable } from '../user.tables'
import type { PauseBody, PauseReason } from './presence.contract'

declare module '../../kernel/event/event-log' {
  interface EventPayloads {
    'user.paused': { userId: number; reason: PauseReason }
    'user.resumed': { userId: number }
  }
}

/** Another reason ends the present pause and begins the next. Null ends it. @throws Refusal ERR_NO_PERMISSION */
export function setPause(ctx: CompanyContext, userId: UserId, pause: PauseBody | null) {
  ctx.transaction(() => {
    const user = getUser(ctx, userId)
    if (!canEditUser(ctx.actor, user)) refuse('ERR_NO_PERMISSION')
    if (isSame(user.pause, pause)) return
    if (user.pause) keepEnded(ctx, user.id, user.pause)
    const since = ctx.now.toISOString()
    ctx.db
      .update(userTable)
      .set({ pause: pause && { ...pause, since } })
      .where(eq(userTable.id, userId))
      .run()
    if (pause) recordEvent(ctx, 'user.paused', {}, { userId, reason: pause.reason })
    else recordEvent(ctx, 'user.resumed', {}, { userId })
  })
}

function isSame(present: User['pause'], next: PauseBody | null) {
  if (!present || !next) return present === next
  return present.reason === next.reason && present.note === next.note
}

function keepEnded(ctx: CompanyContext, userId: UserId, { reason, note, since }: NonNullable<User['pause']>) {
  // The clock may have been set back.
  const startedAt = new Date(Math.min(Date.parse(since), ctx.now.getTime()))
  ctx.db.insert(userPauseTable).values({ userId, reason, note, startedAt, endedAt: ctx.now }).run()
}
