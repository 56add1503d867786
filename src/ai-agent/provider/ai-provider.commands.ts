import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { changeSecret } from '../../kernel/config/sealed-secret'
import type { AiProviderBody, UpdateAiProviderBody } from './ai-provider.contract'
import { type AiProvider, aiProviderRecords, getAiProvider, listAiModels } from './ai-provider.record'
import { listModelsNow } from './list-models.job'

/** @throws Refusal ERR_INVALID_INPUT for a private address, unless the host allows it */
async function assertMayCall(ctx: CompanyContext, address: string | undefined) {
  if (address === undefined || (await ctx.company.services.outgoing.mayCall(address))) return
  refuse('ERR_INVALID_INPUT', { fields: { base_url: 'refusedAddress' } })
}

/** A job lists its models, so that a slow provider can be added. */
export function createAiProvider(ctx: CompanyContext, { name, base_url, api_key }: AiProviderBody) {
  const apiKey = ctx.company.services.sealer.seal(api_key)
  return ctx.transaction(() => {
    const provider = aiProviderRecords.create(ctx, { name, baseUrl: base_url, apiKey })
    listModelsNow(ctx, provider.id)
    return aiProviderRecords.present(ctx, provider)
  })
}

function updateAiProvider(ctx: CompanyContext, { id, name, base_url, api_key }: UpdateAiProviderBody) {
  return ctx.transaction(() => {
    const before = getAiProvider(ctx, id)
    const moved = base_url !== undefined && base_url !== before.baseUrl
    if (api_key === null) refuse('ERR_INVALID_INPUT', { fields: { api_key: 'apiKeyRequired' } })
    // The stored key could be sent to another server.
    if (moved && !api_key) refuse('ERR_INVALID_INPUT', { fields: { api_key: 'apiKeyAgain' } })
    const apiKey = changeSecret(ctx.company.services.sealer, before.apiKey, api_key)
    const asksAgain = moved || apiKey !== before.apiKey
    const changes = { name, baseUrl: base_url, apiKey, ...(asksAgain && { modelsError: null, modelsAt: null }) }
    const provider = aiProviderRecords.update(ctx, id, changes)
    if (asksAgain) listModelsNow(ctx, id)
    return aiProviderRecords.present(ctx, provider)
  })
}

function refreshAiModels(ctx: CompanyContext, id: AiProvider['id']) {
  return ctx.transaction(() => {
    const provider = getAiProvider(ctx, id)
    listModelsNow(ctx, id)
    return aiProviderRecords.present(ctx, provider)
  })
}

export const aiProviders = aiProviderRecords.answering({
  'POST /aiprovider': async ({ ctx, body }) => {
    await assertMayCall(ctx, body.base_url)
    return createAiProvider(ctx, body)
  },
  'PUT /aiprovider': async ({ ctx, body }) => {
    await assertMayCall(ctx, body.base_url)
    return updateAiProvider(ctx, body)
  },
  'POST /aiprovider/:id/models': ({ ctx, params }) => refreshAiModels(ctx, params.id),
  'GET /aimodelslist': ({ ctx, query }) => listAiModels(ctx, query.aiProviderId),
})
