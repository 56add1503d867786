import { signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { useApp, useUser, type AppModels } from '../app-context'
import type { SessionUser } from '../../src/user/session.contract'
import { createAudioPlayer } from '../message/audio-player'
import { createComposer } from '../message/composer-model'
import type { Conversation } from '../message/conversation-context'
import { createConversation } from '../message/conversation-model'
import { createConversationView } from '../message/conversation-view'
import { createDraftStorage } from '../message/draft-storage'
import type { ConversationData } from '../message/load-conversation'
import { createOutbox, type Outbox } from '../message/outbox'

/** The models of the tickets opened one after the other. What is still being sent on one goes on when another is opened. */
export function useOpenConversations() {
  const app = useApp()
  const user = useUser()
  const [conversations] = useState(() => createOpenConversations(app, user))
  useEffect(() => conversations.dispose, [conversations])
  return conversations
}

function createOpenConversations({ api, live }: AppModels, me: SessionUser) {
  const onServer = typeof window === 'undefined'
  const drafts = createDraftStorage(me, onServer ? undefined : localStorage)
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
    dispose() {
      player.dispose()
      for (const outbox of outboxes.values()) outbox.dispose()
    },
  }
}
