import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSame } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { QueueId } from '../../kernel/ids'
import type { ChatbotView } from './chatbot.calls'
import { chatbotTable } from './chatbot.tables'

export type ChatbotRow = typeof chatbotTable.$inferSelect

const findOption = statement((db, { id }: { id: number }) =>
  db.select().from(chatbotTable).where(eq(chatbotTable.id, id)),
)

export const findChatbotOption = (ctx: CompanyContext, id: number): ChatbotRow | undefined =>
  findOption.get(ctx, { id })

const { position, id } = chatbotTable

const listLevel = statement((db, { queueId, parentId }: Pick<ChatbotRow, 'queueId' | 'parentId'>) =>
  db
    .select()
    .from(chatbotTable)
    .where(and(eq(chatbotTable.queueId, queueId), isSame(chatbotTable.parentId, parentId)))
    .orderBy(asc(position), asc(id)),
)

export function listChatbotLevel(ctx: CompanyContext, queueId: QueueId, parentId: number | null): ChatbotRow[] {
  return listLevel.all(ctx, { queueId, parentId })
}

export function listIntegrationOptions({ db }: CompanyContext) {
  const { queueId, name, optIntegrationId, queueType } = chatbotTable
  return db
    .select({ queueId, name, integrationId: optIntegrationId })
    .from(chatbotTable)
    .where(eq(queueType, 'integration'))
    .orderBy(asc(position), asc(id))
    .all()
}

export function listChatbotRows(ctx: CompanyContext, queueId: QueueId): ChatbotRow[] {
  const own = eq(chatbotTable.queueId, queueId)
  return ctx.db.select().from(chatbotTable).where(own).orderBy(asc(position), asc(id)).all()
}

export function getChatbotTree(ctx: CompanyContext, queueId: QueueId): ChatbotView[] {
  return treeOf(listChatbotRows(ctx, queueId))
}

export function listChatbotTrees(ctx: CompanyContext): Map<QueueId, ChatbotView[]> {
  const rows = ctx.db.select().from(chatbotTable).orderBy(asc(position), asc(id)).all()
  const byQueue = Map.groupBy(rows, ({ queueId }) => queueId)
  return new Map([...byQueue].map(([queueId, ofQueue]) => [queueId, treeOf(ofQueue)]))
}

function treeOf(rows: readonly ChatbotRow[]): ChatbotView[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const levelOf = (parent: number | null): ChatbotView[] =>
    (below.get(parent) ?? []).map(({ queueId: _, parentId, position, ...option }) => ({
      ...option,
      options: levelOf(option.id),
    }))
  return levelOf(null)
}
