import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, Trash2, MessagesSquare } from '../ui/icons'
import { useEffect, useState, useMemo, type KeyboardEvent } from 'react'
import { canManageChat } from '../../src/internal-chat/internal-chat.policy'
import { useApp, useUser } from '../app/app-context'
import { useTexts, useFormat } from '../i18n/i18n'
import { createAudioPlayer } from '../message/bubble/audio-player'
import { createDraftStorage } from '../message/composer/draft-storage'
import { actorOf } from '../session/session-actor'
import { IconButton } from '../ui/button/button'
import { ChatComposer } from './message/chat-composer'
import { ChatContext, useChat, useKeptChatOutboxes } from './chat-context'
import { createChatModel } from './chat-model'
import { createChatOutboxes } from './message/chat-outbox'
import type { OpenedChat } from './load-chats'
import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { links } from '../app/links'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'
import {
  MessageScroller,
  createNearWatch,
  WindowedBlock,
  NewestButton,
  useNewestScroll,
  MessageDay,
  moveFocus,
} from '../message/list/message-scroller'
import { EmptyState } from '../ui/feedback/feedback'
import { ChatBubble } from './message/chat-bubble'
import { buildChatDays } from './chat-rows'
import { ChatPicture } from './chat-row'

interface ChatPaneProps {
  opened: OpenedChat
  onEdit: (chat: OpenedChat['chat']) => void
}

export function ChatPane({ opened, onEdit }: ChatPaneProps) {
  const { api, live } = useApp()
  const me = useUser()
  const kept = useKeptChatOutboxes()
  const [open] = useState(() => {
    const storage = typeof window === 'undefined' ? undefined : localStorage
    const drafts = createDraftStorage(me, storage, 'chat-drafts')
    const outboxes = (kept.current ??= createChatOutboxes({ api, live }))
    const outbox = outboxes.of(opened.chat.id)
    const model = createChatModel({ api, live, me, opened, outbox, drafts })
    return { model, outboxes, player: createAudioPlayer() }
  })
  useEffect(() => {
    const { model, outboxes } = open
    outboxes.start()
    return outboxes.setListener(opened.chat.id, model.add)
  }, [open, opened.chat.id])
  useEffect(() => open.model.start(), [open])
  useEffect(() => open.player.dispose, [open])
  return (
    <ChatContext value={open}>
      <section className="conversation conversation-main" aria-labelledby={chatTitleId}>
        <ChatHeader onEdit={onEdit} />
        <ChatMessages />
        <ChatComposer />
      </section>
    </ChatContext>
  )
}

function ChatHeader({ onEdit }: Pick<ChatPaneProps, 'onEdit'>) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const me = useUser()
  const chat = useChat().model.chat.value
  const remove = useDeleteChat()
  return (
    <header className="conversation-header row">
      <ChatWho chat={chat} />
      {canManageChat(actorOf(me), chat) && (
        <>
          <IconButton icon={Pencil} label={t.edit} onClick={() => onEdit(chat)} />
          <IconButton icon={Trash2} label={t.delete} variant="danger" onClick={() => remove(chat)} />
        </>
      )}
    </header>
  )
}

/** Confirms first; screens with the open chat follow the live event. */
function useDeleteChat() {
  const t = useTexts('internalChat').internalChat
  const { api, navigation } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async ({ id }: ChatView) => {
    const yes = await confirm({ title: t.deleteTitle, text: t.deleteText, action: t.deleteAction, danger: true })
    if (!yes) return
    if (await attempt(() => api.delete('/chats/:id', { params: { id } }), t.deleted)) void navigation.go(links.chats())
  }
}

/** Older messages are loaded when less than this is left above. */
const olderPixels = 600

function ChatMessages() {
  useSignals()
  const { model } = useChat()
  const t = useTexts('internalChat').internalChat
  const days = useDays()
  const scroll = useChatScroll()
  const named = model.chat.value.users.length > 2
  return (
    <div className="message-list-frame">
      <MessageScroller label={t.messages} model={model} scroll={scroll}>
        {days.length === 0 && <EmptyState icon={MessagesSquare} title={t.noMessages} text={t.firstMessage} />}
        {days.map(({ key, at, blocks }) => (
          <MessageDay key={key} at={at}>
            {blocks.map(({ key: blockKey, messages }) => (
              <WindowedBlock key={blockKey} forced={false}>
                {() => messages.map((message) => <ChatBubble key={message.key} message={message} named={named} />)}
              </WindowedBlock>
            ))}
          </MessageDay>
        ))}
      </MessageScroller>
      <NewestButton shown={!scroll.atNewest} count={model.arrived.value} onJump={scroll.toNewest} />
      <Announcer />
    </div>
  )
}

function useDays() {
  useSignals()
  const { model } = useChat()
  const { id, name } = useUser()
  const format = useFormat()
  const stored = model.messages.value
  const pending = model.outbox.messages.value
  const { users } = model.chat.value
  return useMemo(
    () => buildChatDays(stored, pending, { me: { id, name }, users, dayOf: format.date }),
    [stored, pending, id, name, users, format],
  )
}

function useChatScroll() {
  const { model } = useChat()
  const scroll = useNewestScroll({ model, ends: useEnds(), olderPixels })
  const { scroller, onScroll } = scroll
  const [near, setNear] = useState<ReturnType<typeof createNearWatch>>()

  // A tall window may need more than the first page.
  useEffect(onScroll, [model])
  useEffect(() => {
    if (!scroller.current) return
    const made = createNearWatch(scroller.current)
    setNear(made)
    return made.stop
  }, [scroller])

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (moveFocus(scroller.current, event)) event.preventDefault()
  }

  return { ...scroll, onKeyDown, watch: near?.watch }
}

function useEnds() {
  const { model } = useChat()
  return { last: model.messages.value.at(-1)?.id, own: model.outbox.messages.value.at(-1)?.clientId }
}

function Announcer() {
  useSignals()
  const { model } = useChat()
  const t = useTexts('internalChat')
  const message = model.latest.value
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {message && t.message.announce(message.sender?.name ?? '', message.message || (message.mediaName ?? ''))}
    </div>
  )
}

const chatTitleId = 'chat-title'

export function ChatWho({ chat }: { chat: ChatView }) {
  const t = useTexts('internalChat').internalChat
  const me = useUser()
  const names = chat.users.map(({ userId, user }) => (userId === me.id ? t.you : user.name)).join(', ')
  return (
    <>
      <ChatPicture chat={chat} myId={me.id} size={36} />
      <div className="chat-who grows">
        <h2 className="truncate" id={chatTitleId} dir="auto">
          {chat.title}
        </h2>
        <p className="truncate" title={names}>
          {names}
        </p>
      </div>
    </>
  )
}
