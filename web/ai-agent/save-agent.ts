import type { AgentView } from '../../src/ai-agent/agent/agent.record'
import type { ApiClient } from '../api/api-client'
import { changedParts } from '../ui/form/form'
import { type AgentOutput, itemNames, noItems, type StoredItems, valuesOfItems } from './agent-form'
import { itemsMax } from '../../src/ai-agent/agent/item.contract'

/** Progress of a save, so that a retry continues where it failed and adds nothing twice. */
interface SavedAgent {
  agent: AgentView | undefined
  items: StoredItems
}

type Kind = keyof StoredItems
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

type Product = AgentOutput['products'][number]
type Stored = ItemChanges<Product>['stored']

/** Limit of the files of one request together. */
const requestBytesMax = 150 * 1024 * 1024
/** Limit of the texts of one request together. */
const charactersMax = 1_000_000

/** Sends products with their files, in as few requests as their sizes allow. */
async function uploadProducts(api: ApiClient, agentId: number, stored: Stored) {
  for (const some of inRequests(stored)) {
    try {
      await api.upload('/productservice/bulk-with-files', { form: formOf(agentId, some) })
    } catch (cause) {
      throw atItsRow(cause, 'products', 'products', some)
    }
  }
}

function inRequests(stored: Stored): Stored[] {
  const requests: Stored[] = []
  let left = { bytes: 0, characters: 0, count: 0 }
  for (const entry of stored) {
    const bytes = entry.item.added.reduce((sum, { size }) => sum + size, 0)
    const characters = JSON.stringify(entry.item).length
    const fits = left.bytes >= bytes && left.characters >= characters && left.count > 0
    if (!fits) {
      requests.push([])
      left = { bytes: requestBytesMax, characters: charactersMax, count: itemsMax }
    }
    left = { bytes: left.bytes - bytes, characters: left.characters - characters, count: left.count - 1 }
    requests.at(-1)?.push(entry)
  }
  return requests
}

function formOf(agentId: number, stored: Stored): FormData {
  const form = new FormData()
  const products = stored.map(({ item: { kept: _kept, added: _added, ...product }, index }) => {
    return { ...product, agentId, index }
  })
  form.set('agentId', String(agentId))
  form.set('products', JSON.stringify(products))
  for (const [at, { item }] of stored.entries()) {
    form.set(`existingFiles[${at}]`, JSON.stringify(item.kept.map(({ id }) => id)))
    for (const file of item.added) form.append(`files[${at}]`, file)
  }
  return form
}

interface Item {
  id: number | null
}

interface ItemChanges<Values> {
  stored: { item: Values; index: number }[]
  removed: number[]
}

/** The changes to send. An item that only moved counts as changed. */
function changedItems<Values extends Item>(now: readonly Values[], before: readonly Values[]): ItemChanges<Values> {
  const places = new Map(before.map((item, index) => [item.id, { text: textOf(item), index }]))
  const stored = now.flatMap((item, index) => {
    const known = item.id === null ? undefined : places.get(item.id)
    return known && known.index === index && known.text === textOf(item) ? [] : [{ item, index }]
  })
  const kept = new Set(now.map(({ id }) => id))
  const removed = before.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id]))
  return { stored, removed }
}

/** A product with new files counts as changed. */
const textOf = (item: object) =>
  JSON.stringify(item, (_, value: unknown) => (value instanceof File ? `${value.name} ${value.size}` : value))

export function sentenceError(sentence: string) {
  return Object.assign(new Error(sentence), { code: sentence, fields: {} })
}

function atItsRow(
  cause: unknown,
  list: string,
  kind: keyof StoredItems,
  stored: readonly { index: number }[],
): unknown {
  if (typeof cause !== 'object' || cause === null || !('fields' in cause)) return cause
  const pattern = new RegExp(`^${list}\\.(\\d+)\\.`)
  const fields = Object.entries(cause.fields as Record<string, string>).map(([path, error]) => [
    path.replace(pattern, (_, at: string) => `${kind}.${stored[Number(at)]?.index ?? at}.`),
    error,
  ])
  return Object.assign(cause, { fields: Object.fromEntries(fields) as object })
}
