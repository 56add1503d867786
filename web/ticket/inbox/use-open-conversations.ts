import { signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { useApp, type AppModels } from '../../app-context'
import { createAudioPlayer } from '../../message/bubble/audio-player'
import { createComposer } from '../../message/composer/composer-model'
import type { Conversation } from '../../message/conversation-context'
import { createConversation } from '../../message/conversation-model'
import { createConversationView } from '../../message/conversation-view'
import { createDraftStorage } from '../../message/composer/draft-storage'
import type { ConversationData } from '../../message/load-conversation'
import { createOutbox, type Outbox } from '../../message/outbox'
import { presentUser } from '../../session/session-model'

/** The models of the tickets opened one after the other. What is still being sent on one goes on when another is opened. */
export function useOpenConversations() {
  const app = useApp()
  const [conversations] = useState(() => createOpenConversations(app))
  useEffect(() => conversations.dispose, [conversations])
  useEffect(() => {
    // Closing the window would lose what has not left it.
    const ask = (event: BeforeUnloadEvent) => conversations.hasUnsent() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [conversations])
  return conversations
}

function createOpenConversations({ api, live, session }: AppModels) {
  const me = presentUser(session)
  const onServer = typeof window === 'undefined'
  const drafts = createDraftStorage(me.peek(), onServer ? undefined : localStorage)
  const outboxes = new Map<number, Outbox>()
  const player = createAudioPlayer()
  const drawerOpen = signal(false)
  const signing = signal(true)
  const quickReplies: Conversation['quickReplies'] = { current: undefined }
  /** The newest model of each ticket hears what the outbox has sent. */
  const receivers = new Map<number, Conversation['model']>()

  function outboxOf(ticketId: number) {
    const known = outboxes.get(ticketId)
    if (known) return known
    const made = createOutbox({ api, ticketId, onStored: (message) => receivers.get(ticketId)?.take(message) })
    outboxes.set(ticketId, made)
    return made
  }

  return {
    open(data: ConversationData): Conversation {
      const ticketId = data.ticket.id
      const model = createConversation({ api, live, me, data, outbox: outboxOf(ticketId) })
      receivers.set(ticketId, model)
      const composer = createComposer(ticketId, drafts)
      const view = createConversationView(model, drawerOpen)
      return { model, composer, view, player, signing, quickReplies }
    },
    hasUnsent: () =>
      [...outboxes.values()].some(({ messages }) => messages.peek().some(({ state }) => state !== 'failed')),
    dispose() {
      player.dispose()
      for (const outbox of outboxes.values()) outbox.dispose()
    },
  }
}
