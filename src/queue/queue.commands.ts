import { and, eq, ne } from 'drizzle-orm'
import { withoutMissing } from '../kernel/body-values'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import { changedNameKey, nameKey } from '../kernel/name-text.contract'
import type { QueueId } from '../kernel/ids'
import { type Batch, runBatches } from '../kernel/batches'
import type { QueueBody, UpdateQueueBody } from './queue.contract'
import { canManageQueues } from './queue.policy'
import { countQueues, getQueue, presentQueue } from './queue.queries'
import { queueTable } from './queue.tables'

declare module '../kernel/event-log' {
  interface EventPayloads {
    'queue.created': { queueId: number }
    'queue.updated': { queueId: number }
    /** Recorded while the queue, its members and its tickets are still there. */
    'queue.deleted': { queueId: number; name: string }
  }
}

/** @throws Refusal ERR_PLAN_LIMIT when the company has as many queues as its plan allows */
export function createQueue(ctx: CompanyContext, body: QueueBody) {
  if (!canManageQueues(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const most = ctx.plan.queues
    if (countQueues(ctx) >= most) refuse('ERR_PLAN_LIMIT', { body: { limit: 'queues', most } })
    assertFree(ctx, body)
    assertWhole(body)
    const queue = ctx.db
      .insert(queueTable)
      .values({
        ...body,
        nameKey: nameKey(body.name),
        orderQueue: body.orderQueue ?? 0,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning()
      .get()
    recordEvent(ctx, 'queue.created', {}, { queueId: queue.id })
    return presentQueue(queue)
  })
}

export function updateQueue(ctx: CompanyContext, id: QueueId, body: UpdateQueueBody) {
  if (!canManageQueues(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return ctx.transaction(() => {
    const queue = getQueue(ctx, id)
    const { nameKey: key } = changedNameKey(body.name, queue.name)
    assertFree(ctx, { ...body, name: key === undefined ? undefined : body.name }, id)
    assertWhole({ ...queue, ...withoutMissing(body) })
    const orderQueue = body.orderQueue === null ? 0 : body.orderQueue
    ctx.db
      .update(queueTable)
      .set({ ...body, ...changedNameKey(body.name, queue.name), orderQueue, updatedAt: ctx.now })
      .where(eq(queueTable.id, id))
      .run()
    recordEvent(ctx, 'queue.updated', {}, { queueId: id })
    return presentQueue(getQueue(ctx, id))
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
  ctx.transaction(() => {
    const { name } = getQueue(ctx, id)
    recordEvent(ctx, 'queue.deleted', {}, { queueId: id, name })
    ctx.db.delete(queueTable).where(eq(queueTable.id, id)).run()
  })
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

function assertFree(ctx: CompanyContext, { name, color }: UpdateQueueBody, ownId: QueueId = 0) {
  const other = (where: ReturnType<typeof eq>) =>
    ctx.db
      .select({ id: queueTable.id })
      .from(queueTable)
      .where(and(where, ne(queueTable.id, ownId)))
      .get()
  if (color !== undefined && other(eq(queueTable.color, color))) {
    refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS', { fields: { color: 'colorTaken' } })
  }
  if (name !== undefined && other(eq(queueTable.nameKey, nameKey(name)))) {
    refuse('ERR_QUEUE_NAME_ALREADY_EXISTS', { fields: { name: 'nameTaken' } })
  }
}
