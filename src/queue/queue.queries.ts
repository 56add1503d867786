import { count } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { QueueId } from '../kernel/ids'
import type { ChatbotView } from './chatbot/chatbot.calls'
import { getChatbotTree, listChatbotTrees } from './chatbot/chatbot.queries'
import { type ListedQueueView, queueRecords, type WholeQueueView } from './queue.record'
import { queueTable } from './queue.tables'

type Queue = typeof queueTable.$inferSelect

export const listQueues = (ctx: CompanyContext): Queue[] => queueRecords.list(ctx)

export const findQueue = (ctx: CompanyContext, id: QueueId): Queue | undefined => queueRecords.find(ctx, id)
/** @throws Refusal ERR_NO_QUEUE_FOUND */
export const getQueue = (ctx: CompanyContext, id: QueueId): Queue => queueRecords.get(ctx, id)

export function countQueues(ctx: CompanyContext) {
  return ctx.db.select({ n: count() }).from(queueTable).get()?.n ?? 0
}

export function existingQueueIds(ctx: CompanyContext, ids: readonly QueueId[]): QueueId[] {
  const known = new Set(listQueues(ctx).map((queue) => queue.id))
  return [...new Set(ids)].filter((id) => known.has(id))
}

/** With options and links. @throws Refusal ERR_NO_QUEUE_FOUND */
export function getWholeQueue(ctx: CompanyContext, id: QueueId): WholeQueueView {
  const chatbots = getChatbotTree(ctx, id)
  return {
    ...queueRecords.view(ctx, id),
    chatbots,
    ...listQueueLinks(ctx, id),
    chatbotsRevision: revisionOf(chatbots),
  }
}

export function listWholeQueues(ctx: CompanyContext): ListedQueueView[] {
  const trees = listChatbotTrees(ctx)
  return queueRecords.viewAll(ctx).map((queue) => ({ ...queue, chatbots: trees.get(queue.id) ?? [] }))
}

export const revisionOf = (chatbots: readonly ChatbotView[]) => Bun.hash(JSON.stringify(chatbots)).toString(36)

interface QueueLinks {
  list(ctx: CompanyContext, id: QueueId): number[]
  /** @throws Refusal ERR_INVALID_INPUT */
  set(ctx: CompanyContext, id: QueueId, others: readonly number[]): void
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    /** The users who attend a queue, and the connections that offer it, by their field in a queue's body. */
    queueLinks: { userIds: QueueLinks; connectionIds: QueueLinks }
  }
}

interface GivenLinks {
  userIds?: readonly number[] | undefined
  connectionIds?: readonly number[] | undefined
}

export function setQueueLinks(ctx: CompanyContext, id: QueueId, { userIds, connectionIds }: GivenLinks) {
  const { queueLinks } = ctx.company.services.ports
  if (userIds) queueLinks.userIds.set(ctx, id, userIds)
  if (connectionIds) queueLinks.connectionIds.set(ctx, id, connectionIds)
}

function listQueueLinks(ctx: CompanyContext, id: QueueId) {
  const { queueLinks } = ctx.company.services.ports
  return { userIds: queueLinks.userIds.list(ctx, id), connectionIds: queueLinks.connectionIds.list(ctx, id) }
}

export type BotRecordKind = 'flow' | 'integration' | 'prompt' | 'agent'

interface BotRecords {
  exists(ctx: CompanyContext, id: number): boolean
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    botRecords: Readonly<Record<BotRecordKind, BotRecords>>
  }
}

export function botRecordExists(ctx: CompanyContext, kind: BotRecordKind, id: number): boolean {
  return ctx.company.services.ports.botRecords[kind].exists(ctx, id)
}
