import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, Trash2 } from '../ui/icons'
import { useEffect, useState } from 'react'
import { canManageChat } from '../../src/internal-chat/internal-chat.policy'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { createAudioPlayer } from '../message/bubble/audio-player'
import { createDraftStorage } from '../message/composer/draft-storage'
import { actorOf } from '../session/session-actor'
import { IconButton } from '../ui/button/icon-button'
import { ChatComposer } from './message/chat-composer'
import { ChatContext, useChat } from './chat-context'
import { ChatMessages } from './message/chat-messages'
import { createChatModel } from './chat-model'
import { createChatOutboxes } from './message/chat-outbox'
import { useKeptChatOutboxes } from './message/chat-outboxes-context'
import { chatTitleId, ChatWho } from './chat-who'
import type { OpenedChat } from './load-chats'
import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { links } from '../app/links'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'

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

/** The chat's title and members; its owner may edit and delete it. */
function ChatHeader({ onEdit }: Pick<ChatPaneProps, 'onEdit'>) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const me = useUser()
  const chat = useChat().model.chat.value
  const remove = useDeleteChat()
  return (
    <header className="conversation-header">
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
