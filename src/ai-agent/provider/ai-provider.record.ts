import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { IdParams } from '../../kernel/http/request-parts'
import { cancelJob } from '../../kernel/job/jobs'
import { defineRecord } from '../../kernel/record/define-record'
import { viewOf } from '../../kernel/record/record-view'
import { agentTable, aiModelTable, aiProviderTable } from '../ai-agent.tables'
import { AiProviderBody, ListAiModelsQuery, UpdateAiProviderBody } from './ai-provider.contract'

export type AiProvider = typeof aiProviderTable.$inferSelect

export const AiProviderView = viewOf(aiProviderTable, {
  baseUrl: 'hidden',
  apiKey: 'hidden',
  base_url: v.string(),
  hasApiKey: v.boolean(),
})
export type AiProviderView = v.InferOutput<typeof AiProviderView>

export const AiModelView = v.object({ id: v.number(), name: v.string(), aiProviderId: v.number() })
export type AiModelView = v.InferOutput<typeof AiModelView>

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    aiProvider: AiProviderView
  }
}

export const aiProviderRecords = defineRecord({
  subject: 'aiProvider',
  path: '/aiprovider',
  list: { all: true },
  table: aiProviderTable,
  view: AiProviderView,
  unaudited: ['models', 'modelsError', 'modelsAt'],
  notFound: 'ERR_NO_AI_PROVIDER_FOUND',
  read: 'admins',
  change: isAdmin,
  plan: 'useOpenAi',
  calls: {
    'POST /aiprovider': { body: AiProviderBody, answer: AiProviderView },
    'PUT /aiprovider': { body: UpdateAiProviderBody, answer: AiProviderView },
    'POST /aiprovider/:id/models': { params: IdParams, answer: AiProviderView },
    'GET /aimodelslist': { query: ListAiModelsQuery, answer: v.array(AiModelView) },
  },
  present:
    () =>
    ({ baseUrl, apiKey }) => ({ base_url: baseUrl, hasApiKey: apiKey !== '' }),
  /** @throws Refusal ERR_AI_PROVIDER_IN_USE with the agents' names */
  deletes(ctx, { id }) {
    const usedBy = listAgentNamesOfProvider(ctx, id)
    if (usedBy.length > 0) refuse('ERR_AI_PROVIDER_IN_USE', { body: { usedBy } })
    cancelJob(ctx, modelsJobKey(id))
  },
})
export const modelsJobKey = (providerId: number) => `aiProvider.listModels ${providerId}`

export const { find: findAiProvider, get: getAiProvider } = aiProviderRecords

function listAgentNamesOfProvider({ db }: CompanyContext, providerId: number): string[] {
  const own = eq(agentTable.aiProviderId, providerId)
  return db
    .select({ name: agentTable.name })
    .from(agentTable)
    .where(own)
    .orderBy(asc(agentTable.name))
    .all()
    .map(({ name }) => name)
}

export function findTranscriptionModel(ctx: CompanyContext, providerId: number): string | undefined {
  const names = listAiModels(ctx, providerId).map(({ name }) => name)
  return names.find((name) => /whisper/i.test(name)) ?? names.find((name) => /transcribe/i.test(name))
}

/** Names of models that do something else than chat. */
const otherModels =
  /embed|whisper|transcri|tts|speech|audio|realtime|image|dall-?e|imagen|veo|sora|video|vision-|moderation|rerank|guard|search|computer|codex|instruct|davinci|babbage|aqa/i
const smallModels = /mini|flash|small|haiku|lite|turbo|instant|8b/i

/** A small one, if listed; undefined without chat models. */
export function findChatModel(ctx: CompanyContext, providerId: number): string | undefined {
  const names = listAiModels(ctx, providerId)
    .map(({ name }) => name)
    .filter((name) => !otherModels.test(name))
  return names.find((name) => smallModels.test(name)) ?? names[0]
}

export function listAiModels(ctx: CompanyContext, providerId?: number): AiModelView[] {
  return ctx.db
    .select({ id: aiModelTable.id, name: aiModelTable.name, aiProviderId: aiModelTable.providerId })
    .from(aiModelTable)
    .where(providerId === undefined ? undefined : eq(aiModelTable.providerId, providerId))
    .orderBy(asc(aiModelTable.providerId), asc(aiModelTable.name))
    .all()
}

export function findAiModelName(ctx: CompanyContext, providerId: number, modelId: number): string | undefined {
  const wanted = and(eq(aiModelTable.id, modelId), eq(aiModelTable.providerId, providerId))
  return ctx.db.select({ name: aiModelTable.name }).from(aiModelTable).where(wanted).get()?.name
}
