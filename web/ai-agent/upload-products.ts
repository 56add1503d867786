import { itemsMax } from '../../src/ai-agent/agent/item.contract'
import type { ApiClient } from '../api/api-client'
import { atItsRow } from './agent-errors'
import type { AgentOutput } from './agent-form'
import type { ItemChanges } from './item-changes'

type Product = AgentOutput['products'][number]
type Stored = ItemChanges<Product>['stored']

/** Limit of the files of one request together. */
const requestBytesMax = 150 * 1024 * 1024
/** Limit of the texts of one request together. */
const charactersMax = 1_000_000

/** Sends products with their files, in as few requests as their sizes allow. */
export async function uploadProducts(api: ApiClient, agentId: number, stored: Stored) {
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
