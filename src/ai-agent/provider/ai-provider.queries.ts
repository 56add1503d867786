import { and, asc, eq } from 'drizzle-orm'
import { canManageAi } from '../../ai/ai.policy'
import type { CompanyContext } from '../../kernel/company/company-context'
import { companyRecords } from '../../kernel/record/company-records'
import { agentTable, aiModelTable, aiProviderTable } from '../ai-agent.tables'
import { type AiModelView, AiProviderView } from './ai-provider.calls'

export type AiProvider = typeof aiProviderTable.$inferSelect

export const aiProviderRecords = companyRecords({
  subject: 'aiProvider',
  table: aiProviderTable,
  notFound: 'ERR_NO_AI_PROVIDER_FOUND',
  read: 'admins',
  change: canManageAi,
  view: AiProviderView,
  present: () => presentAiProvider,
})
export const { find: findAiProvider, get: getAiProvider } = aiProviderRecords

export function listAgentNamesOfProvider({ db }: CompanyContext, providerId: number): string[] {
  const own = eq(agentTable.aiProviderId, providerId)
  return db
    .select({ name: agentTable.name })
    .from(agentTable)
    .where(own)
    .orderBy(asc(agentTable.name))
    .all()
    .map(({ name }) => name)
}

/** The provider's model that turns speech into text. */
export function findTranscriptionModel(ctx: CompanyContext, providerId: number): string | undefined {
  const names = listAiModels(ctx, providerId).map(({ name }) => name)
  return names.find((name) => /whisper/i.test(name)) ?? names.find((name) => /transcribe/i.test(name))
}

/** Names of models that do something else than chat. */
const otherModels =
  /embed|whisper|transcri|tts|speech|audio|realtime|image|dall-?e|imagen|veo|sora|video|vision-|moderation|rerank|guard|search|computer|codex|instruct|davinci|babbage|aqa/i
/** Small models answer quickly and cost little. */
const smallModels = /mini|flash|small|haiku|lite|turbo|instant|8b/i

/** A model of the provider for short texts: a small one, if it lists any; undefined without a model for chats. */
export function findChatModel(ctx: CompanyContext, providerId: number): string | undefined {
  const names = listAiModels(ctx, providerId)
    .map(({ name }) => name)
    .filter((name) => !otherModels.test(name))
  return names.find((name) => smallModels.test(name)) ?? names[0]
}

/** Returns models by name, optionally of one provider. */
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

export function presentAiProvider(provider: AiProvider): AiProviderView {
  const { id, name, baseUrl, apiKey, models, modelsError, modelsAt, createdAt, updatedAt } = provider
  return {
    id,
    name,
    base_url: baseUrl,
    hasApiKey: apiKey !== '',
    models,
    modelsError,
    modelsAt: modelsAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
