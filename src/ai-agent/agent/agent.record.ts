import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { BotErrorView } from '../../bot/bot-error.contract'
import { failedRecord, lastBotErrors, forgetBot } from '../../bot/bot-errors'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { withoutMissing } from '../../kernel/http/body-values'
import { defineRecord } from '../../kernel/record/define-record'
import { viewOf } from '../../kernel/record/record-view'
import { findQueue } from '../../queue/queue.queries'
import { findTag } from '../../tag/tag.queries'
import { agentTypeIds } from '../agent-type/agent-types'
import { agentTable, aiModelTable } from '../ai-agent.tables'
import { agentAnswerCalls } from '../answer/answer.calls'
import { findAiModelName } from '../provider/ai-provider.record'
import { agentTypeCalls } from './agent.calls'
import { AgentBody } from './agent.contract'
import { agentItemCalls } from './item.calls'
import { deleteFilesOfAgent } from './product-files'

export type Agent = typeof agentTable.$inferSelect

export const AgentView = viewOf(agentTable, {
  aiModelId: 'hidden',
  queueIds: 'hidden',
  tagIds: 'hidden',
  aiModelListId: v.number(),
  model: v.string(),
  queuesId: v.array(v.number()),
  tagsId: v.array(v.number()),
  botError: v.nullable(BotErrorView),
})
export type AgentView = v.InferOutput<typeof AgentView>

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    agent: AgentView
  }
}

export const agentRecords = defineRecord({
  subject: 'agent',
  path: '/agents',
  list: { all: true },
  table: agentTable,
  view: AgentView,
  body: AgentBody,
  notFound: 'ERR_NO_AGENT_FOUND',
  read: 'admins',
  change: isAdmin,
  plan: 'useOpenAi',
  one: true,
  calls: { ...agentAnswerCalls, ...agentTypeCalls, ...agentItemCalls },
  present(ctx) {
    const errors = lastBotErrors(ctx, 'agent')
    return ({ id, aiModelId, queueIds, tagIds }) => ({
      aiModelListId: aiModelId,
      model: modelNameOf(ctx, aiModelId),
      queuesId: queueIds,
      tagsId: tagIds,
      botError: errors.get(id) ?? null,
    })
  },
  creates(ctx, body) {
    const values = { queueIds: [], tagIds: [], ...columnsOf(body) } as Values
    assertReferences(ctx, values)
    return values
  },
  updates(ctx, body, before) {
    const changes = columnsOf(body)
    assertReferences(ctx, { ...before, ...changes }, before)
    return changes
  },
  /** Connections lose it; its tickets wait for a person. */
  deletes(ctx, { id }) {
    forgetBot(ctx, 'agent', id)
    deleteFilesOfAgent(ctx, id)
  },
  changedBy: failedRecord('agent'),
})

export const findAgent = (ctx: CompanyContext, id: number): Agent | undefined => agentRecords.find(ctx, id)
export const getAgent = (ctx: CompanyContext, id: number): Agent => agentRecords.get(ctx, id)

export function modelNameOf({ db }: CompanyContext, modelId: number): string {
  const row = db.select({ name: aiModelTable.name }).from(aiModelTable).where(eq(aiModelTable.id, modelId)).get()
  return row?.name ?? ''
}

type Values = Omit<Agent, 'id' | 'createdAt' | 'updatedAt'>

function columnsOf({ aiModelListId, queuesId, tagsId, ...body }: Partial<AgentBody>): Partial<Values> {
  return withoutMissing({
    ...body,
    aiModelId: aiModelListId,
    queueIds: queuesId && [...new Set(queuesId)],
    tagIds: tagsId && [...new Set(tagsId)],
  })
}

/** Changed ones only: a model that is no longer listed stays selected. */
function assertReferences(ctx: CompanyContext, after: Values, before?: Values) {
  const { agentTypeId, aiProviderId, aiModelId, queueIds, tagIds } = after
  const isNew = <Name extends keyof Values>(name: Name) => String(after[name]) !== String(before?.[name] ?? '')
  const modelChanged = isNew('aiProviderId') || isNew('aiModelId')
  const fields = {
    ...(isNew('agentTypeId') && !agentTypeIds.includes(agentTypeId) ? { agentTypeId: 'agentTypeRequired' } : {}),
    ...(modelChanged && findAiModelName(ctx, aiProviderId, aiModelId) === undefined
      ? { aiModelListId: 'unknown' }
      : {}),
    ...(isNew('queueIds') && queueIds.some((id) => !findQueue(ctx, id)) ? { queuesId: 'unknown' } : {}),
    ...(isNew('tagIds') && tagIds.some((id) => !findTag(ctx, id)) ? { tagsId: 'unknown' } : {}),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

export function isTagOfAgent(ctx: CompanyContext, tagId: number) {
  return agentRecords.list(ctx).some(({ tagIds }) => tagIds.includes(tagId))
}

export function clearTargetOfAgents(ctx: CompanyContext, name: 'queueIds' | 'tagIds', id: number) {
  for (const agent of agentRecords.list(ctx)) {
    if (!agent[name].includes(id)) continue
    const left = agent[name].filter((other) => other !== id)
    ctx.db
      .update(agentTable)
      .set({ [name]: left })
      .where(eq(agentTable.id, agent.id))
      .run()
    recordEvent(ctx, 'agent.updated', {}, { agentId: agent.id })
  }
}
