import type { UserView } from '../../src/user/user.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'
import type { ListPage } from '../live/list-items'
import { foldText } from '../../src/kernel/fold-text.contract'
import { matchesSearch } from '../../src/kernel/search-words.contract'

export type UserList = LiveList<UserView, number>

export interface UserPage {
  users: UserView[]
  hasMore: boolean
  count: number
}

/** Of the whole records, which admins are answered. */
export async function fetchUsers(
  api: ApiClient,
  pageNumber = 1,
  searchParam = '',
  signal?: AbortSignal,
): Promise<UserPage> {
  const { users, ...page } = await api.get('/users', { query: { pageNumber, searchParam }, signal })
  return { ...page, users: users.flatMap((user) => ('email' in user ? [user] : [])) }
}

export function createUserList(api: ApiClient, first: UserPage, search = ''): UserList {
  return createLiveList<UserView, number>({
    initial: listPage(first),
    search,
    key: ({ id }) => id,
    compare: (a, b) => foldText(a.name).localeCompare(foldText(b.name)) || a.id - b.id,
    fetchPage: async ({ pageNumber, search, signal }) => {
      return listPage(await fetchUsers(api, pageNumber, search.toLowerCase(), signal))
    },
    matches: ({ name, email }, search) => matchesSearch(`${name} ${email}`, search),
    // The search box has waited for the typing to pause.
    searchDelayMs: 0,
  })
}

/** Keeps the list as it is on the server. Returns what stops it. */
export function followUsers(list: UserList, live: LiveSocketClient): () => void {
  const stops = [
    live.subscribe('user', (event) => {
      if (event.action === 'delete') return list.remove(event.userId)
      const known = list.items.peek().find(({ id }) => id === event.user.id)
      if ('online' in event.user) {
        const { online } = event.user
        if (known) list.upsert({ ...known, online, status: online ? 'online' : 'offline' })
        return
      }
      if (!('email' in event.user)) return
      const online = known?.online ?? false
      list.upsert({ ...event.user, online, status: online ? 'online' : 'offline' }, event.action === 'create')
    }),
    live.subscribe('reload', () => void list.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    list.dispose()
  }
}

function listPage({ users, hasMore, count }: UserPage): ListPage<UserView> {
  return { items: users, hasMore, count }
}
