import { eq } from 'drizzle-orm'
import { canManageAi } from '../../ai/ai.policy'
import { failedRecord, lastBotErrors } from '../../bot/bot-errors'
import type { CompanyContext } from '../../kernel/company/company-context'
import { companyRecords } from '../../kernel/record/company-records'
import { presentRecord } from '../../kernel/record/record-table'
import { agentTable, aiModelTable } from '../ai-agent.tables'
import { AgentView } from './agent.calls'

export type Agent = typeof agentTable.$inferSelect

export const agentRecords = companyRecords({
  subject: 'agent',
  table: agentTable,
  notFound: 'ERR_NO_AGENT_FOUND',
  read: 'admins',
  change: canManageAi,
  view: AgentView,
  present: (ctx) => (agent) => presentAgent(ctx, agent),
  changedBy: failedRecord('agent'),
})

export const findAgent = (ctx: CompanyContext, id: number): Agent | undefined => agentRecords.find(ctx, id)
/** @throws Refusal ERR_NO_AGENT_FOUND */
export const getAgent = (ctx: CompanyContext, id: number): Agent => agentRecords.get(ctx, id)

export function presentAgent(ctx: CompanyContext, agent: Agent, errors = lastBotErrors(ctx, 'agent')): AgentView {
  const { aiModelId, queueIds, tagIds, ...shown } = presentRecord(agent)
  return {
    ...shown,
    aiModelListId: aiModelId,
    model: modelNameOf(ctx, aiModelId),
    queuesId: queueIds,
    tagsId: tagIds,
    botError: errors.get(agent.id) ?? null,
  }
}

export function modelNameOf({ db }: CompanyContext, modelId: number): string {
  const row = db.select({ name: aiModelTable.name }).from(aiModelTable).where(eq(aiModelTable.id, modelId)).get()
  return row?.name ?? ''
}

export function listAgents(ctx: CompanyContext): AgentView[] {
  agentRecords.assertMayRead(ctx)
  const errors = lastBotErrors(ctx, 'agent')
  return agentRecords.list(ctx).map((agent) => presentAgent(ctx, agent, errors))
}
