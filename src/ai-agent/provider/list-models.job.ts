import { and, eq, inArray } from 'drizzle-orm'
import { AiError, type AiErrorCode } from '../../ai/ai-error'
import { listModels } from '../../ai/chat/list-models'
import type { CompanyContext } from '../../kernel/company/company-context'
import { bringJobForward, enqueueJob, type FreshContext, type WaitingJob } from '../../kernel/job/jobs'
import { readSecret } from '../../kernel/config/sealed-secret'
import { addMs } from '../../kernel/time/clock'
import { minuteMs, dayMs } from '../../kernel/time/durations.contract'
import { agentTable, aiModelTable } from '../ai-agent.tables'
import type { ModelsError } from './ai-provider.contract'
import { type AiProvider, aiProviderRecords, findAiProvider, modelsJobKey } from './ai-provider.record'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'aiProvider.listModels': { providerId: number }
  }
}

const retryMs = 60 * minuteMs
const timeLimitMs = 60_000

export function listModelsNow(ctx: CompanyContext, providerId: number) {
  const dedupeKey = modelsJobKey(providerId)
  enqueueJob(ctx, 'aiProvider.listModels', { providerId }, { dedupeKey })
  bringJobForward(ctx, dedupeKey)
}

export const listModelsJob: WaitingJob<'aiProvider.listModels'> = {
  lane: 'waiting',
  attemptsMax: 20,
  timeLimitMs,
  run: (freshContext, { providerId }, signal) => askForModels(freshContext, providerId, signal),
}

async function askForModels(freshContext: FreshContext, providerId: number, signal: AbortSignal) {
  const before = freshContext()
  const provider = findAiProvider(before, providerId)
  if (!provider) return
  const found = await findModels(before, provider, signal)
  const ctx = freshContext()
  ctx.transaction(() => {
    const current = findAiProvider(ctx, providerId)
    // The change has scheduled another listing.
    if (current?.baseUrl !== provider.baseUrl || current.apiKey !== provider.apiKey) return
    storeModels(ctx, providerId, found)
  })
  const waitMs = found === 'unreachable' ? retryMs : dayMs
  return findAiProvider(ctx, providerId) ? addMs(ctx.now, waitMs) : undefined
}

async function findModels(ctx: CompanyContext, { baseUrl, apiKey }: AiProvider, signal: AbortSignal) {
  const key = readSecret(ctx.company.services.sealer, apiKey)
  if (key.state !== 'set') return 'unreadableKey'
  try {
    return await listModels(ctx, { baseUrl, apiKey: key.text }, signal)
  } catch (error) {
    if (error instanceof AiError) return causes[error.code] ?? 'unreachable'
    throw error
  }
}

const causes: Partial<Record<AiErrorCode, ModelsError>> = {
  keyRefused: 'keyRefused',
  quotaExceeded: 'keyRefused',
  modelNotFound: 'notFound',
  requestRefused: 'notFound',
  invalidAnswer: 'notFound',
  addressRefused: 'refusedAddress',
}

function storeModels(ctx: CompanyContext, providerId: number, found: readonly string[] | ModelsError) {
  const changes = { modelsAt: ctx.now, modelsError: typeof found === 'string' ? found : null }
  const models = typeof found === 'string' ? {} : { models: replaceModels(ctx, providerId, found) }
  aiProviderRecords.update(ctx, providerId, { ...changes, ...models })
}

function replaceModels(ctx: CompanyContext, providerId: number, names: readonly string[]) {
  const own = eq(aiModelTable.providerId, providerId)
  const wanted = new Set(names)
  const known = ctx.db.select().from(aiModelTable).where(own).all()
  const used = new Set(
    ctx.db
      .select({ id: agentTable.aiModelId })
      .from(agentTable)
      .where(eq(agentTable.aiProviderId, providerId))
      .all()
      .map(({ id }) => id),
  )
  const vanished = known.filter(({ name, id }) => !wanted.has(name) && !used.has(id)).map(({ id }) => id)
  for (let at = 0; at < vanished.length; at += 500) {
    const some = inArray(aiModelTable.id, vanished.slice(at, at + 500))
    ctx.db.delete(aiModelTable).where(and(own, some)).run()
  }
  for (const { id, name, isListed } of known) {
    if (!used.has(id) || isListed === wanted.has(name)) continue
    ctx.db.update(aiModelTable).set({ isListed: !isListed }).where(eq(aiModelTable.id, id)).run()
  }
  const knownNames = new Set(known.map(({ name }) => name))
  const added = names.filter((name) => !knownNames.has(name)).map((name) => ({ providerId, name }))
  for (let at = 0; at < added.length; at += 500) {
    ctx.db
      .insert(aiModelTable)
      .values(added.slice(at, at + 500))
      .run()
  }
  return names.length
}
