import type { ApiClient } from '../../api/api-client'
import { connectionOptions } from '../../connection/use-connections'
import { optionsOf, type Option } from '../../ui/select/option'
import type { InboxFilters } from './inbox-query'

export type FilterKind = keyof InboxFilters
export type FilterNames = Record<FilterKind, readonly Option<number | string>[]>

/** The lists to filter by: tags, connections, users. All are short. */
const lists = {
  tags: async (api: ApiClient) => optionsOf(await api.get('/tags/list')),
  connections: async (api: ApiClient) => connectionOptions(await api.get('/whatsapp')),
  users: async (api: ApiClient) => optionsOf(await api.get('/users/list')),
}

export const listFilterOptions = (api: ApiClient, kind: keyof typeof lists): Promise<Option<number | string>[]> =>
  lists[kind](api)

/** Loads the names of filters in the address. A filter without a name still filters. */
export async function loadFilterNames(api: ApiClient, filters: InboxFilters): Promise<FilterNames> {
  const of = async (kind: keyof typeof lists) => {
    if (filters[kind].length === 0) return []
    const options = await listFilterOptions(api, kind).catch(() => [])
    return options.filter(({ value }) => filters[kind].some((chosen) => chosen === value))
  }
  const [tags, connections, users] = await Promise.all([of('tags'), of('connections'), of('users')])
  return { tags, connections, users, statuses: [], priorities: [] }
}
