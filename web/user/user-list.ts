import type { UserPick, UserView } from '../../src/user/user.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type ListPage, type LiveList } from '../live/live-list'
import { foldText } from '../../src/kernel/fold-text.contract'
import { matchesSearch } from '../../src/kernel/search-words.contract'

export type UserList = LiveList<UserView, number>

export interface UserPage {
  users: UserView[]
  hasMore: boolean
  count: number
}

/** What is told of a person: in short to everybody and whole to admins, who hear apart who comes and goes. */
type UserEvent =
  | { action: 'update'; user: Pick<UserView, 'id' | 'online'> }
  | { action: 'create' | 'update'; user: Omit<UserView, 'online' | 'status'> | Omit<UserPick, 'online'> }
  | { action: 'delete'; userId: number }

export function fetchUsers(api: ApiClient, pageNumber = 1, searchParam = '', signal?: AbortSignal) {
  return api.untyped.get<UserPage>('/users/', { pageNumber, searchParam }, signal ? { signal } : {})
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
export function followUsers(list: UserList, live: LiveSocketClient, companyId: number): () => void {
  const stops = [
    live.subscribe(`company-${companyId}-user`, (data) => {
      const news = data as UserEvent
      if (news.action === 'delete') return list.remove(news.userId)
      const known = list.items.peek().find(({ id }) => id === news.user.id)
      if ('online' in news.user) {
        const { online } = news.user
        if (known) list.upsert({ ...known, online, status: online ? 'online' : 'offline' })
        return
      }
      if (!('email' in news.user)) return
      const online = known?.online ?? false
      list.upsert({ ...news.user, online, status: online ? 'online' : 'offline' }, news.action === 'create')
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
