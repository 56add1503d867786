import { and, count, eq, ne } from 'drizzle-orm'
import type { WorkFor } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueId, UserId } from '../../kernel/ids'
import { targetFieldOf } from './chatbot.contract'
import { chatbotTable } from './chatbot.tables'
import { queueRecords } from '../queue.record'
import { queueTable } from '../queue.tables'

type TargetField = (typeof targetFieldOf)[keyof typeof targetFieldOf]

const textOnly = {
  queueType: 'text',
  optQueueId: null,
  optUserId: null,
  optIntegrationId: null,
  optFileId: null,
} as const

/** As marked texts, in the transaction that deletes the record. */
export function clearTargets(ctx: CompanyContext, field: TargetField, id: number) {
  const leads = eq(chatbotTable[field], id)
  const isExtra = and(leads, eq(chatbotTable.queueType, 'attendent'))
  // An agent's queue is an addition.
  if (field === 'optQueueId') ctx.db.update(chatbotTable).set({ optQueueId: null }).where(isExtra).run()
  const lost = ctx.db
    .update(chatbotTable)
    .set({ ...textOnly, lostTarget: true })
    .where(leads)
    .returning({ queueId: chatbotTable.queueId })
    .all()
  for (const queueId of new Set(lost.map((option) => option.queueId))) countLostTargets(ctx, queueId)
}

export const clearAgentTargets: WorkFor<UserId> = (ctx, userId) => ({
  next: (_, done) => (done === 0 ? [userId] : []),
  work: () => clearTargets(ctx, 'optUserId', userId),
})

export function listQueueIdsLeadingTo(ctx: CompanyContext, field: TargetField, id: number): Set<QueueId> {
  const rows = ctx.db
    .selectDistinct({ queueId: chatbotTable.queueId })
    .from(chatbotTable)
    .where(and(eq(chatbotTable[field], id), ne(chatbotTable.queueType, 'text')))
  return new Set(rows.all().map(({ queueId }) => queueId))
}

function countLostTargets(ctx: CompanyContext, queueId: QueueId) {
  const lost = and(eq(chatbotTable.queueId, queueId), eq(chatbotTable.lostTarget, true))
  const lostTargetCount = ctx.db.select({ n: count() }).from(chatbotTable).where(lost).get()?.n ?? 0
  queueRecords.update(ctx, queueId, { lostTargetCount })
}

export function clearIntegrationOfQueues(ctx: CompanyContext, integrationId: number) {
  const queues = queueRecords.list(ctx, eq(queueTable.integrationId, integrationId))
  clearTargets(ctx, 'optIntegrationId', integrationId)
  for (const { id } of queues) queueRecords.update(ctx, id, { integrationId: null })
}
