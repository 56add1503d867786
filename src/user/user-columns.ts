import { eq } from 'drizzle-orm'
import { findConnectionFacts } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { QueueId, UserId } from '../kernel/ids'
import { existingQueueIds } from '../queue/queue.queries'
import { forgetActors } from './actor.queries'
import type { UpdateUserBody } from './user.contract'
import { userQueueTable, type userTable } from './user.tables'
import { checkNumber } from '../connection/running/connection-channel'

/** @throws Refusal ERR_INVALID_INPUT for an unknown connection */
export function userColumns(ctx: CompanyContext, body: UpdateUserBody): Partial<typeof userTable.$inferInsert> {
  const { password, currentPassword, companyId, queueIds, tagIds, whatsappId, ...columns } = body
  if (whatsappId === undefined) return columns
  if (whatsappId !== null && !findConnectionFacts(ctx, whatsappId)) {
    refuse('ERR_INVALID_INPUT', { fields: { whatsappId: 'unknown' } })
  }
  return { ...columns, connectionId: whatsappId }
}

/** @throws Refusal ERR_INVALID_INPUT for an unknown queue */
export function setUserQueues(ctx: CompanyContext, userId: UserId, queueIds: readonly QueueId[]) {
  const known = existingQueueIds(ctx, queueIds)
  if (known.length < new Set(queueIds).size) refuse('ERR_INVALID_INPUT', { fields: { queueIds: 'unknown' } })
  ctx.db.delete(userQueueTable).where(eq(userQueueTable.userId, userId)).run()
  for (const queueId of known) ctx.db.insert(userQueueTable).values({ userId, queueId }).run()
  forgetActors(ctx)
}

/** @throws Refusal ERR_INVALID_INPUT on the field */
export async function checkUserPhone(ctx: CompanyContext, phone: string) {
  const known = await checkNumber(ctx, phone).catch(() => undefined)
  if (!known) refuse('ERR_INVALID_INPUT', { fields: { phone: 'phoneCheckFailed' } })
}
