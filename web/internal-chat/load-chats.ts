import type { ChatMessagePage, ChatPage, ChatView } from '../../src/internal-chat/internal-chat.calls'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { links } from '../app/links'
import { searchOf } from '../page/query-parameter'
import { openPart, type OpenedPart } from '../page/opened-part'
import { PageRedirect, type PageSession } from '../page/page-definition'

export interface OpenedChat {
  chat: ChatView
  messages: ChatMessagePage
}

export interface ChatsData {
  page: ChatPage
  opened: OpenedPart<OpenedChat> | null
}

/** The list and, with a uuid, the chat. Switching chats loads only the chat, after the page is shown. */
export async function loadChats(
  api: ApiClient,
  { uuid }: { uuid?: string },
  query: URLSearchParams,
  _session: PageSession,
  previous?: ChatsData,
): Promise<ChatsData> {
  if (previous) {
    const opened = uuid === undefined ? null : openPart(previous.opened, uuid, () => loadChat(api, uuid))
    return { ...previous, opened }
  }
  const [page, opened] = await Promise.all([
    fetchChats(api, 1, searchOf(query)),
    uuid === undefined ? null : loadChat(api, uuid).then((data) => ({ key: uuid, data })),
  ])
  return { page, opened }
}

async function loadChat(api: ApiClient, uuid: string): Promise<OpenedChat> {
  try {
    const chat = await api.get('/chats/:id', { params: { id: uuid } })
    return { chat, messages: await fetchChatMessages(api, chat.id) }
  } catch (cause) {
    const isMissing = cause instanceof ApiError && (cause.status === 404 || cause.status === 400)
    throw isMissing ? new PageRedirect(links.chats()) : cause
  }
}

export function fetchChatMessages(api: ApiClient, chatId: number, cursor?: string) {
  return api.get('/chats/:id/messages', { params: { id: chatId }, query: { cursor } })
}

export function fetchChats(api: ApiClient, pageNumber = 1, searchParam = '', signal?: AbortSignal) {
  return api.get('/chats', { query: { pageNumber, searchParam }, signal })
}
