import { isAdmin } from '../kernel/company/actor'
import { reaction } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { agentPerson } from './ai-agent.person'
import { readFileJob } from './document/read-file.job'
import { clearTargetOfAgents, agentRecords, getAgent } from './agent/agent.record'
import { aiProviders } from './provider/ai-provider.commands'
import { listModelsJob } from './provider/list-models.job'
import { listQueues, findQueue } from '../queue/queue.queries'
import { listAgentTypes } from './agent-type/agent-types'
import { getAnswer } from './answer/agent-answers'
import { deletePlainItem, listPlainItems, savePlainItems } from './agent/item.commands'
import { deleteProduct, listProducts, saveProducts } from './agent/product.commands'
import { AgentTypeView } from './agent/agent.calls'
import { AiModelView } from './provider/ai-provider.record'
import { ProductFileView, ProductView } from './agent/item.calls'
import { isTagOfAgent } from './agent/agent.record'
import { AiError } from '../ai/ai-error'
import type { CompanyContext } from '../kernel/company/company-context'
import { findMedia } from '../kernel/file/media-store'
import { findTag } from '../tag/tag.queries'
import type { PlaygroundAnswer, PlaygroundBody } from './answer/answer.calls'
import { type AgentReply, askAgent } from './answer/ask-agent'

const done = { ok: true } as const

const agents = agentRecords.answering({
  'GET /agents/answers/:id': ({ ctx, params }) => getAnswer(ctx, params.id),
  'POST /agents/:id/playground': ({ ctx, params, body }) => askInPlayground(ctx, params.id, body),
  'GET /agenttype': ({ ctx }) => listAgentTypes(ctx.company.services.about(ctx.company.id).language),
  'GET /queue/agent': ({ ctx }) => listQueues(ctx).map(({ id, name, color }) => ({ id, name, color })),
  'GET /productservice/agent/:id': ({ ctx, params }) => listProducts(ctx, params.id),
  'POST /productservice/bulk-with-files': ({ ctx, body }) => saveProducts(ctx, body),
  'PUT /productservice/bulk-with-files': ({ ctx, body }) => saveProducts(ctx, body, { replaces: true }),
  'DELETE /productservice/:id': ({ ctx, params }) => {
    deleteProduct(ctx, params.id)
    return done
  },
  'GET /faq/agent/:id': ({ ctx, params }) => listPlainItems(ctx, 'faq', params.id),
  'POST /faq/bulk': ({ ctx, body }) => savePlainItems(ctx, 'faq', body),
  'PUT /faq/bulk/all': ({ ctx, body }) => savePlainItems(ctx, 'faq', body, { replaces: true }),
  'DELETE /faq/:id': ({ ctx, params }) => {
    deletePlainItem(ctx, 'faq', params.id)
    return done
  },
  'GET /objection/agent/:id': ({ ctx, params }) => listPlainItems(ctx, 'objection', params.id),
  'POST /objection/bulk': ({ ctx, body }) => savePlainItems(ctx, 'objection', body),
  'PUT /objection/bulk/all': ({ ctx, body }) => savePlainItems(ctx, 'objection', body, { replaces: true }),
  'DELETE /objection/:id': ({ ctx, params }) => {
    deletePlainItem(ctx, 'objection', params.id)
    return done
  },
  'GET /complement/agent/:id': ({ ctx, params }) => listPlainItems(ctx, 'complement', params.id),
  'POST /complement/bulk': ({ ctx, body }) => savePlainItems(ctx, 'complement', body),
  'PUT /complement/bulk/all': ({ ctx, body }) => savePlainItems(ctx, 'complement', body, { replaces: true }),
  'DELETE /complement/:id': ({ ctx, params }) => {
    deletePlainItem(ctx, 'complement', params.id)
    return done
  },
})

export const aiAgentDomain = {
  name: 'ai-agent',
  views: { AgentTypeView, AiModelView, ProductFileView, ProductView },
  records: [aiProviders, agents],
  jobs: { 'aiProvider.listModels': listModelsJob, 'agent.readFile': readFileJob },
  reactions: [
    reaction('queue.deleted', (ctx, { data }) => clearTargetOfAgents(ctx, 'queueIds', data.queueId)),
    reaction('tag.deleted', (ctx, { data }) => clearTargetOfAgents(ctx, 'tagIds', data.tagId)),
  ],
  mediaGuards: { agent: ({ actor }) => isAdmin(actor) },
  ports: { tagUses: [isTagOfAgent] },
  person: agentPerson,
} satisfies Domain

const timeoutMs = 25_000

/** Answers an admin as the agent would answer a contact. Nothing is sent or done; the tokens count. */
async function askInPlayground(
  ctx: CompanyContext,
  agentId: number,
  { messages }: PlaygroundBody,
): Promise<PlaygroundAnswer> {
  const agent = getAgent(ctx, agentId)
  const lastQuestions = messages.filter(({ fromMe }) => !fromMe).slice(-2)
  const startedMs = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const ms = () => Math.round(performance.now() - startedMs)
  try {
    const reply = await askAgent(ctx, {
      agent,
      channel: 'whatsapp',
      messages: messages.map(({ fromMe, body }) => ({ role: fromMe ? 'assistant' : 'user', content: body })),
      question: lastQuestions.map(({ body }) => body).join('\n'),
      hasGreeted: messages[0]?.fromMe === true,
      signal,
    })
    const { text, sources, usage, model } = reply
    return { answer: text, actions: namesOf(ctx, reply), sources, model, ...usage, ms: ms(), error: null }
  } catch (error) {
    if (!(error instanceof AiError) && !signal.aborted) throw error
    const { code, message } = error instanceof AiError ? error : { code: 'timeout', message: '' }
    const none = {
      answer: '',
      actions: { transfersTo: null, tags: [], files: [], ends: false },
      sources: [],
      model: '',
    }
    return { ...none, tokensIn: 0, tokensOut: 0, ms: ms(), error: { code, message } }
  }
}

function namesOf(ctx: CompanyContext, { actions }: AgentReply): PlaygroundAnswer['actions'] {
  const { transfer, tagIds, mediaIds, ends } = actions
  return {
    transfersTo: transfer
      ? { queue: findQueue(ctx, transfer.queueId ?? 0)?.name ?? null, reason: transfer.reason }
      : null,
    tags: tagIds.flatMap((id) => findTag(ctx, id)?.name ?? []),
    files: mediaIds.flatMap((id) => findMedia(ctx, id)?.name ?? []),
    ends,
  }
}
