import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { AiProviderBody, ListAiModelsQuery, modelsErrors, UpdateAiProviderBody } from './ai-provider.contract'

/** A provider in answers and live events. Its key is never part of it. */
export const AiProviderView = v.object({
  id: v.number(),
  name: v.string(),
  base_url: v.string(),
  hasApiKey: v.boolean(),
  models: v.number(),
  modelsError: v.nullable(v.picklist(modelsErrors)),
  /** When the models were last listed; null before the first time. */
  modelsAt: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type AiProviderView = v.InferOutput<typeof AiProviderView>

export const AiModelView = v.object({ id: v.number(), name: v.string(), aiProviderId: v.number() })
export type AiModelView = v.InferOutput<typeof AiModelView>

export const aiProviderCalls = defineCalls({
  'GET /aiprovider': { answer: v.array(AiProviderView) },
  'POST /aiprovider': { body: AiProviderBody, answer: AiProviderView },
  'PUT /aiprovider': { body: UpdateAiProviderBody, answer: AiProviderView },
  'DELETE /aiprovider/:id': { params: IdParams, answer: Done },
  'POST /aiprovider/:id/models': { params: IdParams, answer: AiProviderView },
  'GET /aimodelslist': { query: ListAiModelsQuery, answer: v.array(AiModelView) },
})

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    aiProvider: AiProviderView
  }
}
