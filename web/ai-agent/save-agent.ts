import type { AgentView } from '../../src/ai-agent/agent/agent.record'
import type { ApiClient } from '../api/api-client'
import { changedParts } from '../ui/form/changed-parts'
import { atItsRow } from './agent-errors'
import { type AgentOutput, itemNames, noItems, type StoredItems, valuesOfItems } from './agent-form'
import { changedItems, type ItemChanges } from './item-changes'
import { uploadProducts } from './upload-products'

/** Progress of a save, so that a retry continues where it failed and adds nothing twice. */
interface SavedAgent {
  agent: AgentView | undefined
  items: StoredItems
}

type Kind = keyof StoredItems
/** Called after each stored part with its current state. */
type OnStored = (kind: Kind, saved: SavedAgent) => void

/** Saves an agent, then its knowledge, kind by kind. Updates `saved` as parts are stored. */
export async function saveAgent(api: ApiClient, saved: SavedAgent, values: AgentOutput, onStored: OnStored) {
  const { products: _p, faqs: _f, objections: _o, complements: _c, ...body } = values
  const { agent } = saved
  const changes = agent && changedParts(body, agent)
  if (!agent) saved.agent = await api.post('/agents', { body })
  else if (Object.keys(changes ?? {}).length > 0) {
    saved.agent = await api.put('/agents/:id', { params: { id: agent.id }, body: changes ?? {} })
  }
  const agentId = saved.agent?.id ?? 0
  const before = valuesOfItems(saved.items)
  for (const kind of itemNames) {
    const changed = changedItems<object & { id: number | null }>(values[kind], before[kind])
    if (changed.stored.length + changed.removed.length === 0) continue
    await storeKind(api, agentId, kind, changed)
    saved.items = { ...saved.items, [kind]: await reload(api, agentId, kind) }
    onStored(kind, saved)
  }
}

export const nothingSaved = (agent: AgentView | undefined, items = noItems): SavedAgent => ({ agent, items })

const paths = { products: 'productservice', faqs: 'faq', objections: 'objection', complements: 'complement' } as const

async function storeKind(api: ApiClient, agentId: number, kind: Kind, { stored, removed }: ItemChanges<object>) {
  for (const id of removed) await api.delete(`/${paths[kind]}/:id`, { params: { id } })
  if (stored.length === 0) return
  // The kind tells the type of its items, which the compiler does not follow from `saveAgent` to here.
  if (kind === 'products') return uploadProducts(api, agentId, stored as never)
  try {
    const items = stored.map(({ item, index }) => ({ ...item, index }))
    await api.post(`/${paths[kind]}/bulk`, { body: { agentId, items: items as never } })
  } catch (cause) {
    throw atItsRow(cause, 'items', kind, stored)
  }
}

function reload(api: ApiClient, id: number, kind: Kind) {
  return api.get(`/${paths[kind]}/agent/:id`, { params: { id } })
}
