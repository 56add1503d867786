import { asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { QueueId } from '../../kernel/ids'
import type { ChatbotView } from './chatbot.calls'
import type { ChatbotKind } from './chatbot.contract'
import { chatbotTable } from './chatbot.tables'

export type ChatbotRow = typeof chatbotTable.$inferSelect

/** An option as the bot needs it. */
export interface ChatbotOption {
  id: number
  queueId: QueueId
  name: string
  greetingMessage: string
  queueType: ChatbotKind
  closeTicket: 0 | 1
  optQueueId: number | null
  optUserId: number | null
  optIntegrationId: number | null
  optFileId: number | null
}

const columns = `id, queue_id AS queueId, name, greeting_message AS greetingMessage, queue_type AS queueType,
  close_ticket AS closeTicket, opt_queue_id AS optQueueId, opt_user_id AS optUserId,
  opt_integration_id AS optIntegrationId, opt_file_id AS optFileId`

const statements = perCompany(({ sqlite }) => ({
  byId: sqlite.prepare<ChatbotOption, [number]>(`SELECT ${columns} FROM chatbot WHERE id = ?`),
  level: sqlite.prepare<ChatbotOption, [number, number | null]>(
    `SELECT ${columns} FROM chatbot WHERE queue_id = ? AND parent_id IS ? ORDER BY position, id`,
  ),
}))

export function findChatbotOption(ctx: CompanyContext, id: number): ChatbotOption | undefined {
  return statements(ctx.company).byId.get(id) ?? undefined
}

/** The options below one, or of the queue's first level, in the order of their numbers. */
export function listChatbotLevel(ctx: CompanyContext, queueId: QueueId, parentId: number | null): ChatbotOption[] {
  return statements(ctx.company).level.all(queueId, parentId)
}

/** The options that lead to an integration, of all queues. */
export function listIntegrationOptions({ db }: CompanyContext) {
  const { queueId, name, optIntegrationId, queueType, position, id } = chatbotTable
  return db
    .select({ queueId, name, integrationId: optIntegrationId })
    .from(chatbotTable)
    .where(eq(queueType, 'integration'))
    .orderBy(asc(position), asc(id))
    .all()
}

export function listChatbotRows(ctx: CompanyContext, queueId: QueueId): ChatbotRow[] {
  const own = eq(chatbotTable.queueId, queueId)
  return ctx.db.select().from(chatbotTable).where(own).orderBy(asc(chatbotTable.position), asc(chatbotTable.id)).all()
}

export function getChatbotTree(ctx: CompanyContext, queueId: QueueId): ChatbotView[] {
  return treeOf(listChatbotRows(ctx, queueId))
}

/** The options of all queues that have some, by the queue's id. */
export function listChatbotTrees(ctx: CompanyContext): Map<QueueId, ChatbotView[]> {
  const rows = ctx.db.select().from(chatbotTable).orderBy(asc(chatbotTable.position), asc(chatbotTable.id)).all()
  const byQueue = Map.groupBy(rows, ({ queueId }) => queueId)
  return new Map([...byQueue].map(([queueId, ofQueue]) => [queueId, treeOf(ofQueue)]))
}

/** Takes the options of one queue in the order of their numbers. */
function treeOf(rows: readonly ChatbotRow[]): ChatbotView[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const levelOf = (parent: number | null): ChatbotView[] =>
    (below.get(parent) ?? []).map(({ queueId: _, parentId, position, ...option }) => ({
      ...option,
      options: levelOf(option.id),
    }))
  return levelOf(null)
}
