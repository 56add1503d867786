import { assertManagesAi } from '../../ai/prompt/prompt.commands'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { cancelJob } from '../../kernel/job/jobs'
import { changeSecret } from '../../kernel/config/sealed-secret'
import type { AiProviderBody, UpdateAiProviderBody } from './ai-provider.contract'
import {
  type AiProvider,
  aiProviderRecords,
  getAiProvider,
  listAgentNamesOfProvider,
  presentAiProvider,
} from './ai-provider.queries'
import { listModelsNow, modelsJobKey } from './list-models.job'

export function listAiProviders(ctx: CompanyContext) {
  assertManagesAi(ctx)
  return aiProviderRecords.viewAll(ctx)
}

/** @throws Refusal ERR_INVALID_INPUT for a private address, unless the host allows it */
export async function assertProviderAddress(ctx: CompanyContext, address: string | undefined) {
  assertManagesAi(ctx)
  if (address === undefined || (await ctx.company.services.outgoing.mayCall(address))) return
  refuse('ERR_INVALID_INPUT', { fields: { base_url: 'refusedAddress' } })
}

/** Its models are listed by a job, so that a provider that is down or slow can be added. */
export function createAiProvider(ctx: CompanyContext, { name, base_url, api_key }: AiProviderBody) {
  assertManagesAi(ctx)
  const apiKey = ctx.company.services.sealer.seal(api_key)
  return ctx.transaction(() => {
    const provider = aiProviderRecords.create(ctx, { name, baseUrl: base_url, apiKey })
    listModelsNow(ctx, provider.id)
    return presentAiProvider(provider)
  })
}

/** @throws Refusal ERR_INVALID_INPUT when the address changes and no key comes with it */
export function updateAiProvider(ctx: CompanyContext, { id, name, base_url, api_key }: UpdateAiProviderBody) {
  assertManagesAi(ctx)
  return ctx.transaction(() => {
    const before = getAiProvider(ctx, id)
    const moved = base_url !== undefined && base_url !== before.baseUrl
    if (api_key === null) refuse('ERR_INVALID_INPUT', { fields: { api_key: 'apiKeyRequired' } })
    // Otherwise a user who changes the address could send the stored key to another server.
    if (moved && !api_key) refuse('ERR_INVALID_INPUT', { fields: { api_key: 'apiKeyAgain' } })
    const apiKey = changeSecret(ctx.company.services.sealer, before.apiKey, api_key)
    const asksAgain = moved || apiKey !== before.apiKey
    const changes = { name, baseUrl: base_url, apiKey, ...(asksAgain && { modelsError: null, modelsAt: null }) }
    const provider = aiProviderRecords.update(ctx, id, changes)
    if (asksAgain) listModelsNow(ctx, id)
    return presentAiProvider(provider)
  })
}

/** @throws Refusal ERR_AI_PROVIDER_IN_USE with the names of the agents that use it */
export function deleteAiProvider(ctx: CompanyContext, id: AiProvider['id']) {
  assertManagesAi(ctx)
  ctx.transaction(() => {
    const usedBy = listAgentNamesOfProvider(ctx, id)
    if (usedBy.length > 0) refuse('ERR_AI_PROVIDER_IN_USE', { body: { usedBy } })
    aiProviderRecords.remove(ctx, id)
    cancelJob(ctx, modelsJobKey(id))
  })
}

/** Asks the provider for its models again. */
export function refreshAiModels(ctx: CompanyContext, id: AiProvider['id']) {
  assertManagesAi(ctx)
  return ctx.transaction(() => {
    const provider = getAiProvider(ctx, id)
    listModelsNow(ctx, id)
    return presentAiProvider(provider)
  })
}
