import { useSignals } from '@preact/signals-react/runtime'
import { MessageSquareText, Plus } from '../ui/icons'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChatView, ChatPage } from '../../src/internal-chat/internal-chat.calls'
import { useApp, useUser } from '../app/app-context'
import { useLiveModel } from '../app/use-live-model'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import type { PageProps } from '../page/page-definition'
import { searchOf, searchParameter, useQueryParameter } from '../page/query-parameter'
import { usePageTitle } from '../page/page-context'
import { useOpenedPart } from '../page/use-opened-part'
import { Button, IconButton } from '../ui/button/button'
import { EmptyState, SkeletonRows, Skeleton, ErrorState } from '../ui/feedback/feedback'
import { SearchInput } from '../ui/field/search-input'
import { PaneTabs, usePane } from '../ui/layout/pane-tabs'
import { useEndReached } from '../ui/list/virtual-list'
import { useUi } from '../ui/context/ui-context'
import { followChats, compareChats } from './chat-events'
import { useKeptChatOutboxes } from './chat-context'
import { ChatPane, ChatWho } from './chat-pane'
import { ChatRow } from './chat-row'
import { type ChatsData, fetchChats } from './load-chats'
import { useChatKeys } from './use-chat-keys'
import { OpeningPane, type OpeningState } from '../message/opening/opening-pane'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'
import type { ListPage } from '../live/list-items'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import * as v from 'valibot'
import { ChatBody } from '../../src/internal-chat/internal-chat.contract'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField, TextField } from '../ui/form/form-field'
import { MultiCombobox } from '../ui/select/combobox'
import { optionsOf } from '../ui/select/option'
import { useLookup } from '../app/use-fetched'

type ChatList = LiveList<ChatView, number>

const panes = { list: 'chats', detail: 'messages' } as const

export function page({ data, params, query }: PageProps<ChatsData, { uuid?: string }>) {
  const t = useTexts('internalChat').internalChat
  const { navigation } = useApp()
  const { uuid } = params
  const opened = useOpenedPart(data.opened)
  const openedChat = opened?.kind === 'ready' ? opened.data.chat : undefined
  const list = useChatList(data, searchOf(query))
  const [pane, setPane] = usePane(uuid, panes)
  const showMessages = useCallback(() => setPane('messages'), [setPane])
  const [edited, setEdited] = useState<ChatView | 'new'>()
  const dialog = edited ?? (query.has('new') ? 'new' : undefined)
  usePageTitle(openedChat?.title ?? t.title)
  useLeaveRemovedChat(openedChat)
  useForgetSent()

  function close() {
    setEdited(undefined)
    if (query.has('new')) navigation.replaceQuery(new URLSearchParams())
  }

  return (
    <div className="chats-page" data-pane={pane}>
      <h1 className="visually-hidden">{t.title}</h1>
      <PaneTabs className="chats-panes" label={t.title} value={pane} onValueChange={setPane} names={t.panes} />
      <ChatListPane list={list} uuid={uuid} onAdd={() => setEdited('new')} onOpen={showMessages} />
      <div className="chats-conversation">
        {opened?.kind === 'ready' && <ChatPane key={uuid} opened={opened.data} onEdit={setEdited} />}
        {uuid !== undefined && opened && opened.kind !== 'ready' && (
          <OpeningChat state={opened} list={list} uuid={uuid} />
        )}
        {!opened && <EmptyState icon={MessageSquareText} title={t.chooseTitle} text={t.chooseText} />}
      </div>
      {dialog && <ChatDialog chat={dialog === 'new' ? undefined : dialog} close={close} />}
    </div>
  )
}

function useChatList({ page: first }: ChatsData, search: string) {
  const { id } = useUser()
  const list = useLiveModel(
    (api) => createChatList(api, first, search),
    (model, live) => followChatList(model, live, { id }),
  )
  useSignals()
  useQueryParameter(searchParameter, list.searchText.value)
  return list
}

/** Keeps outboxes with unsent messages while other screens are open. */
function useForgetSent() {
  const kept = useKeptChatOutboxes()
  useEffect(() => () => kept.current?.forgetSent(), [kept])
}

function useLeaveRemovedChat(chat: ChatView | undefined) {
  const { live, navigation } = useApp()
  const { id } = useUser()
  const { toast } = useUi()
  const t = useTexts('internalChat').internalChat
  const chatId = chat?.id
  const owned = chat?.ownerId === id
  useEffect(() => {
    if (chatId === undefined) return
    return followChats(
      live,
      { id },
      {
        onChat: () => {},
        onRemoved(removedId) {
          if (removedId !== chatId) return
          // The owner deleted it and needs no notice.
          if (!owned) toast.info(t.removed)
          void navigation.go(links.chats(), { replace: true })
        },
      },
    )
  }, [chatId, owned, live, navigation, id, toast, t])
}

interface ChatListPaneProps {
  list: ChatList
  uuid: string | undefined
  onAdd: () => void
  onOpen: () => void
}

function ChatListPane({ list, uuid, onAdd, onOpen }: ChatListPaneProps) {
  useSignals()
  const { internalChat: t, ui } = useTexts('internalChat')
  const body = useRef<HTMLDivElement>(null)
  const chats = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]
  const searching = list.searchText.value !== ''
  useChatKeys(body)
  useEndReached(body, chats.length, () => void list.loadMore())
  return (
    <section className="chats-list" aria-label={t.panes.chats}>
      <div className="chats-head row">
        <SearchInput value={list.searchText.value} onSearch={list.search} placeholder={t.search} label={t.search} />
        <IconButton icon={Plus} variant="primary" label={t.add} onClick={onAdd} />
      </div>
      <div className="chats-rows" ref={body} aria-busy={loading !== 'idle' || undefined}>
        {failed && chats.length === 0 && <ErrorState compact error={failed} onRetry={() => list.reload()} />}
        {!failed && chats.length === 0 && loading === 'replace' && <SkeletonRows count={4} />}
        {!failed && chats.length === 0 && loading === 'idle' && (
          <EmptyState
            compact
            icon={MessageSquareText}
            title={searching ? ui.noResults : t.emptyTitle}
            text={searching ? undefined : t.emptyText}
            action={
              searching ? undefined : (
                <Button variant="primary" icon={Plus} onClick={onAdd}>
                  {t.add}
                </Button>
              )
            }
          />
        )}
        <ul>
          {chats.map((chat) => (
            <li key={chat.id}>
              <ChatRow chat={chat} active={chat.uuid === uuid} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        {loading === 'more' && <SkeletonRows count={2} />}
      </div>
    </section>
  )
}

function OpeningChat({ state, list, uuid }: { state: OpeningState; list: ChatList; uuid: string }) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const chat = list.items.value.find((listed) => listed.uuid === uuid)
  return (
    <OpeningPane label={chat?.title ?? t.panes.messages} state={state}>
      {chat ? <ChatWho chat={chat} /> : <Skeleton width={160} />}
    </OpeningPane>
  )
}

/** The user's chats, last message first; searched by title and members. */
function createChatList(api: ApiClient, first: ChatPage, search = ''): ChatList {
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

function followChatList(list: ChatList, live: LiveSocketClient, me: { id: number }) {
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

const ChatForm = v.object({
  title: ChatBody.entries.title,
  users: v.pipe(v.array(v.number()), v.minLength(1, 'required')),
})

function ChatDialog({ chat, close }: { chat: ChatView | undefined; close: () => void }) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const { api, navigation } = useApp()
  const me = useUser()
  const { toast } = useUi()
  const saved = useRef<ChatView>(undefined)
  const people = usePeople(me.id)
  const form = useForm({
    schema: ChatForm,
    initial: {
      title: chat?.title ?? '',
      users: (chat?.users ?? []).map(({ userId }) => userId).filter((id) => id !== me.id),
    },
    save: async (body) => {
      saved.current = await (chat
        ? api.put('/chats/:id', { params: { id: chat.id }, body })
        : api.post('/chats', { body }))
    },
  })
  const { title, users } = form.fields

  function onSaved() {
    toast.success(chat ? t.saved : t.created)
    close()
    if (!chat && saved.current) void navigation.go(links.chat(saved.current.uuid))
  }

  return (
    <FormDialog
      title={chat ? t.editTitle : t.addTitle}
      form={form}
      incomplete={title.value.value.trim() === '' || users.value.value.length === 0}
      close={close}
      onSaved={onSaved}
    >
      <TextField form={form} name="title" label={t.fields.title} required maxLength={100} />
      <FormField form={form} name="users" label={t.fields.users} required>
        {(field) => (
          <MultiCombobox
            {...field}
            options={people}
            selected={chat?.users.map(({ user }) => ({ value: user.id, label: user.name })) ?? []}
          />
        )}
      </FormField>
    </FormDialog>
  )
}

function usePeople(myId: number) {
  const users = useLookup((api, signal) => api.get('/users/list', { signal }))
  return optionsOf(users?.filter(({ id }) => id !== myId))
}
