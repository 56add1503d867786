import { eq } from 'drizzle-orm'
import { assertManagesAi } from '../../ai/prompt/prompt.commands'
import { forgetBot } from '../../bot/forget-bot'
import { withoutMissing } from '../../kernel/http/body-values'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { findQueue } from '../../queue/queue.queries'
import { findTag } from '../../tag/tag.queries'
import { agentTable } from '../ai-agent.tables'
import { agentTypeIds } from '../agent-type/agent-types'
import { findAiModelName } from '../provider/ai-provider.queries'
import type { AgentBody, UpdateAgentBody } from './agent.contract'
import { type Agent, agentRecords, getAgent, presentAgent } from './agent.records'
import { deleteFilesOfAgent } from './product-files'

export function createAgent(ctx: CompanyContext, body: AgentBody) {
  assertManagesAi(ctx)
  return ctx.transaction(() => {
    const values = { queueIds: [], tagIds: [], ...valuesOf(body) } as Values
    assertReferences(ctx, values)
    return presentAgent(ctx, agentRecords.create(ctx, values))
  })
}

export function updateAgent(ctx: CompanyContext, id: Agent['id'], body: UpdateAgentBody) {
  assertManagesAi(ctx)
  return ctx.transaction(() => {
    const before = getAgent(ctx, id)
    const changes = valuesOf(body)
    assertReferences(ctx, { ...before, ...changes }, before)
    return presentAgent(ctx, agentRecords.update(ctx, id, changes))
  })
}

/** Connections that it answered lose it; tickets it was answering wait for a person. Its knowledge and files go with it. */
export function deleteAgent(ctx: CompanyContext, id: Agent['id']) {
  assertManagesAi(ctx)
  ctx.transaction(() => {
    getAgent(ctx, id)
    forgetBot(ctx, 'agent', id)
    deleteFilesOfAgent(ctx, id)
    agentRecords.remove(ctx, id)
  })
}

type Values = Omit<Agent, 'id' | 'createdAt' | 'updatedAt'>

function valuesOf({ aiModelListId, queuesId, tagsId, ...body }: UpdateAgentBody): Partial<Values> {
  return withoutMissing({
    ...body,
    aiModelId: aiModelListId,
    queueIds: queuesId && [...new Set(queuesId)],
    tagIds: tagsId && [...new Set(tagsId)],
  })
}

/** Checks changed references only: a model that the provider no longer lists stays selected. */
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

/** For a queue or tag that is being deleted. */
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
