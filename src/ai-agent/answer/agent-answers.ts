import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { required } from '../../kernel/errors'
import type { MessageId } from '../../kernel/ids'
import { findAgent } from '../agent/agent.record'
import { agentAnswerTable } from '../ai-agent.tables'
import type { AnswerView } from './answer.calls'

type AgentAnswer = Omit<typeof agentAnswerTable.$inferSelect, 'messageId'>

export function storeAnswer({ db }: CompanyContext, messageIds: readonly MessageId[], answer: AgentAnswer) {
  for (const messageId of messageIds)
    db.insert(agentAnswerTable)
      .values({ messageId, ...answer })
      .run()
}

export function getAnswer(ctx: CompanyContext, messageId: MessageId): AnswerView {
  const own = eq(agentAnswerTable.messageId, messageId)
  const { agentId, ...answer } = required(ctx.db.select().from(agentAnswerTable).where(own).get(), 'ERR_NOT_FOUND')
  const agent = findAgent(ctx, agentId)
  return { ...answer, agent: agent ? { id: agent.id, name: agent.name } : null }
}
