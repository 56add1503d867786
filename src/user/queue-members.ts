import { and, asc, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { QueueId, UserId } from '../kernel/ids'
import { forgetActors } from './actor.queries'
import { existingUserIds } from './user.queries'
import { userQueueTable } from './user.tables'

export function listQueueMembers(ctx: CompanyContext, queueId: QueueId): UserId[] {
  const { userId } = userQueueTable
  const ofQueue = eq(userQueueTable.queueId, queueId)
  const rows = ctx.db.select({ userId }).from(userQueueTable).where(ofQueue).orderBy(asc(userId)).all()
  return rows.map((row) => row.userId)
}

/** @throws Refusal ERR_INVALID_INPUT for an unknown user */
export function setQueueMembers(ctx: CompanyContext, queueId: QueueId, userIds: readonly UserId[]) {
  const wanted = new Set(userIds)
  const present = new Set(listQueueMembers(ctx, queueId))
  const [joining, leaving] = [wanted.difference(present), present.difference(wanted)]
  if (existingUserIds(ctx, [...joining]).length < joining.size) {
    refuse('ERR_INVALID_INPUT', { fields: { userIds: 'unknown' } })
  }
  const left = and(eq(userQueueTable.queueId, queueId), inArray(userQueueTable.userId, [...leaving]))
  ctx.db.delete(userQueueTable).where(left).run()
  const members = [...joining].map((userId) => ({ userId, queueId }))
  if (members.length > 0) ctx.db.insert(userQueueTable).values(members).run()
  forgetActors(ctx)
  for (const userId of [...joining, ...leaving]) recordEvent(ctx, 'user.changed', {}, { userId, fields: ['queueIds'] })
}
