import { and, eq, ne } from 'drizzle-orm'
import { withoutMissing } from '../kernel/body-values'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { QueueId } from '../kernel/ids'
import { type Batch, runBatches } from '../kernel/batches'
import type { QueueBody, UpdateQueueBody } from './queue.contract'
import { canManageQueues } from './queue.policy'
import { countQueues, getQueue, presentQueue, queueRecords } from './queue.queries'
import { queueTable } from './queue.tables'

/** @throws Refusal ERR_PLAN_LIMIT when the company has as many queues as its plan allows */
export function createQueue(ctx: CompanyContext, body: QueueBody) {
  if (!canManageQueues(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const most = ctx.plan.queues
    if (countQueues(ctx) >= most) refuse('ERR_PLAN_LIMIT', { body: { limit: 'queues', most } })
    assertColourFree(ctx, body.color)
    assertWhole(body)
    return presentQueue(queueRecords.create(ctx, { ...body, orderQueue: body.orderQueue ?? 0 }))
  })
}

export function updateQueue(ctx: CompanyContext, id: QueueId, body: UpdateQueueBody) {
  if (!canManageQueues(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const queue = getQueue(ctx, id)
    if (body.color !== undefined) assertColourFree(ctx, body.color, id)
    assertWhole({ ...queue, ...withoutMissing(body) })
    const orderQueue = body.orderQueue === null ? 0 : body.orderQueue
    return presentQueue(queueRecords.update(ctx, id, { ...body, orderQueue }))
  })
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    /** Work before a queue is deleted, in batches. */
    beforeDeleteQueue: readonly Batch<QueueId>[]
  }
}

/** Its tickets stay, without a queue, which takes a while where there are many; its members and connections lose it. */
export async function deleteQueue(ctx: CompanyContext, id: QueueId) {
  if (!canManageQueues(ctx.actor)) refuse('ERR_NO_PERMISSION')
  getQueue(ctx, id)
  await runBatches(ctx, ctx.company.services.ports.beforeDeleteQueue, id)
  queueRecords.remove(ctx, id)
}

/** What a switch needs to act: the router its time, the notification its words. */
function assertWhole(
  queue: Pick<
    QueueBody,
    'ativarRoteador' | 'tempoRoteador' | 'createTicketSendNotificationWAUser' | 'messageNotification'
  >,
) {
  const { ativarRoteador, tempoRoteador, createTicketSendNotificationWAUser, messageNotification } = queue
  const fields = {
    ...(ativarRoteador && tempoRoteador === 0 ? { tempoRoteador: 'required' } : {}),
    ...(createTicketSendNotificationWAUser && !messageNotification.trim() ? { messageNotification: 'required' } : {}),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

function assertColourFree(ctx: CompanyContext, color: string, ownId: QueueId = 0) {
  const same = and(eq(queueTable.color, color), ne(queueTable.id, ownId))
  if (ctx.db.select({ id: queueTable.id }).from(queueTable).where(same).get()) {
    refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS', { fields: { color: 'colorTaken' } })
  }
}
