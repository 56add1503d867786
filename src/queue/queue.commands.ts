import { and, eq, ne } from 'drizzle-orm'
import { withoutMissing } from '../kernel/http/body-values'
import { type CompanyContext, requirePlan } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { QueueId } from '../kernel/ids'
import { inBatches, type WorkFor } from '../kernel/company/batches'
import { getChatbotTree } from './chatbot/chatbot.queries'
import { clearTargets } from './chatbot/clear-targets'
import { queueRecords, type WholeQueueView } from './queue.record'
import type { QueueBody, UpdateQueueBody } from './queue.contract'
import { countQueues, getQueue, getWholeQueue, revisionOf, setQueueLinks, botRecordExists } from './queue.queries'
import { queueTable } from './queue.tables'
import { saveChatbots } from './chatbot/save-chatbots'

/** @throws Refusal ERR_PLAN_LIMIT */
export function createQueue(
  ctx: CompanyContext,
  { chatbots, userIds, connectionIds, ...body }: QueueBody,
): WholeQueueView {
  return ctx.transaction(() => {
    const limit = ctx.plan.queues
    if (countQueues(ctx) >= limit) refuse('ERR_PLAN_LIMIT', { body: { limit: 'queues', most: limit } })
    assertColourFree(ctx, body.color)
    assertWhole(body)
    assertIntegration(ctx, body.integrationId)
    assertFileList(ctx, body.fileListId)
    if (body.closeTicket && chatbots.length > 0) refuseClosing()
    const { id } = queueRecords.create(ctx, {
      ...body,
      orderQueue: body.orderQueue ?? 0,
      ticketsPerAgent: body.ticketsPerAgent ?? 0,
      reassignMinutes: body.reassignMinutes ?? 0,
    })
    if (chatbots.length > 0) queueRecords.update(ctx, id, saveChatbots(ctx, id, chatbots))
    setQueueLinks(ctx, id, { userIds, connectionIds })
    return getWholeQueue(ctx, id)
  })
}

/** @throws Refusal ERR_CHATBOTS_CHANGED since the given revision */
export function updateQueue(
  ctx: CompanyContext,
  id: QueueId,
  { chatbots, chatbotsRevision, userIds, connectionIds, ...body }: UpdateQueueBody,
): WholeQueueView {
  return ctx.transaction(() => {
    const queue = getQueue(ctx, id)
    if (chatbots && chatbotsRevision && chatbotsRevision !== revisionOf(getChatbotTree(ctx, id))) {
      refuse('ERR_CHATBOTS_CHANGED')
    }
    if (body.color !== undefined) assertColourFree(ctx, body.color, id)
    assertWhole({ ...queue, ...withoutMissing(body) })
    if (body.integrationId !== queue.integrationId) assertIntegration(ctx, body.integrationId)
    if (body.fileListId !== queue.fileListId) assertFileList(ctx, body.fileListId)
    const counts = chatbots && saveChatbots(ctx, id, chatbots)
    const after = queueRecords.update(ctx, id, {
      ...body,
      ...counts,
      orderQueue: orZero(body.orderQueue),
      ticketsPerAgent: orZero(body.ticketsPerAgent),
      reassignMinutes: orZero(body.reassignMinutes),
    })
    if (after.closeTicket && after.chatbotCount > 0) refuseClosing()
    setQueueLinks(ctx, id, { userIds, connectionIds })
    return getWholeQueue(ctx, id)
  })
}

const orZero = (given: number | null | undefined) => (given === null ? 0 : given)

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    beforeDeleteQueue: readonly WorkFor<QueueId>[]
  }
}

/** Its tickets stay, without a queue. */
export async function deleteQueue(ctx: CompanyContext, id: QueueId) {
  queueRecords.openToChange(ctx, id)
  for (const work of ctx.company.services.ports.beforeDeleteQueue) await inBatches(ctx, work(ctx, id))
  ctx.transaction(() => {
    clearTargets(ctx, 'optQueueId', id)
    queueRecords.remove(ctx, id)
  })
}

/** Nobody is left who could choose an option. */
function refuseClosing() {
  refuse('ERR_INVALID_INPUT', { fields: { closeTicket: 'hasOptions' } })
}

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

/** @throws Refusal ERR_PLAN_LIMIT */
function assertIntegration(ctx: CompanyContext, id: number | null | undefined) {
  if (id === null || id === undefined) return
  requirePlan(ctx, 'useIntegrations')
  if (!botRecordExists(ctx, 'integration', id)) refuse('ERR_INVALID_INPUT', { fields: { integrationId: 'unknown' } })
}

function assertFileList(ctx: CompanyContext, id: number | null | undefined) {
  if (!id || ctx.company.services.ports.queueTargets.hasFileList(ctx, id)) return
  refuse('ERR_INVALID_INPUT', { fields: { fileListId: 'unknown' } })
}

function assertColourFree(ctx: CompanyContext, color: string, ownId: QueueId = 0) {
  const same = and(eq(queueTable.color, color), ne(queueTable.id, ownId))
  if (ctx.db.select({ id: queueTable.id }).from(queueTable).where(same).get()) {
    refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS', { fields: { color: 'colorTaken' } })
  }
}
