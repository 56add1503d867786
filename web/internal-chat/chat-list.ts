import type { ChatPage, ChatView } from '../../src/internal-chat/internal-chat.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'
import type { ListPage } from '../live/list-items'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { compareChats, followChats } from './chat-events'
import { fetchChats } from './load-chats'

export type ChatList = LiveList<ChatView, number>

/** The user's chats, last message first; searched by title and members. */
export function createChatList(api: ApiClient, first: ChatPage, search = ''): ChatList {
  return createLiveList<ChatView, number>({
    initial: listPage(first),
    search,
    key: ({ id }) => id,
    compare: compareChats,
    fetchPage: async ({ pageNumber, search: wanted, signal }) =>
      listPage(await fetchChats(api, pageNumber, wanted, signal)),
    matches: ({ title, users }, wanted) =>
      matchesSearch([title, ...users.map(({ user }) => user.name)].join(' '), wanted),
    // The search box already debounces.
    searchDelayMs: 0,
  })
}

/** Keeps the list up to date. Returns a function that stops it. */
export function followChatList(list: ChatList, live: LiveSocketClient, me: { id: number }) {
  const stops = [
    followChats(live, me, { onChat: list.upsert, onRemoved: list.remove }),
    live.subscribe('reload', () => void list.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    list.dispose()
  }
}

function listPage({ records, hasMore, count }: ChatPage): ListPage<ChatView> {
  return { items: records, hasMore, count }
}
