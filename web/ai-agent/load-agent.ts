import type { AgentTypeView } from '../../src/ai-agent/agent/agent.calls'
import type { AiModelView, AiProviderView } from '../../src/ai-agent/provider/ai-provider.record'
import type { ApiClient } from '../api/api-client'
import { optionsOf, type Option } from '../ui/select/option'
import { noItems, type StoredItems } from './agent-form'

export interface AgentChoices {
  types: readonly AgentTypeView[]
  providers: readonly AiProviderView[]
  models: readonly AiModelView[]
  queues: readonly Option<number>[]
  tags: readonly Option<number>[]
}

export interface OpenedAgent {
  choices: AgentChoices
  items: StoredItems
}

export async function loadAgent(api: ApiClient, id: number | undefined): Promise<OpenedAgent> {
  const [choices, items] = await Promise.all([loadChoices(api), id === undefined ? noItems : loadItems(api, id)])
  return { choices, items }
}

async function loadChoices(api: ApiClient): Promise<AgentChoices> {
  const [types, providers, models, queues, tags] = await Promise.all([
    api.get('/agenttype'),
    api.get('/aiprovider'),
    api.get('/aimodelslist'),
    api.get('/queue/agent'),
    api.get('/tags/list'),
  ])
  return { types, providers, models, queues: optionsOf(queues), tags: optionsOf(tags) }
}

async function loadItems(api: ApiClient, id: number): Promise<StoredItems> {
  const params = { id }
  const [products, faqs, objections, complements] = await Promise.all([
    api.get('/productservice/agent/:id', { params }),
    api.get('/faq/agent/:id', { params }),
    api.get('/objection/agent/:id', { params }),
    api.get('/complement/agent/:id', { params }),
  ])
  return { products, faqs, objections, complements }
}
