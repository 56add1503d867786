import type { ApiClient } from '../../api/api-client'
import { optionsOf, type Option } from '../../ui/select/option'
import type { InboxFilters } from './inbox-query'

export type FilterKind = keyof InboxFilters
export type FilterNames = Record<FilterKind, readonly Option<number | string>[]>

interface Named {
  id: number
  name: string
  color?: string
}

/** The lists to filter by: tags, connections, users. All are short. */
const lists = {
  tags: (api: ApiClient) => api.get('/tags/list'),
  connections: (api: ApiClient): Promise<Named[]> => api.get('/whatsapp'),
  users: (api: ApiClient): Promise<Named[]> => api.get('/users/list'),
}

export async function listFilterOptions(api: ApiClient, kind: keyof typeof lists): Promise<Option<number | string>[]> {
  return optionsOf(await lists[kind](api))
}

/** Loads the names of filters in the address. A filter without a name still filters. */
export async function loadFilterNames(api: ApiClient, filters: InboxFilters): Promise<FilterNames> {
  const of = async (kind: keyof typeof lists) => {
    if (filters[kind].length === 0) return []
    const options = await listFilterOptions(api, kind).catch(() => [])
    return options.filter(({ value }) => filters[kind].some((chosen) => chosen === value))
  }
  const [tags, connections, users] = await Promise.all([of('tags'), of('connections'), of('users')])
  return { tags, connections, users, statuses: [] }
}
