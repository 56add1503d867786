import { signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { useApp, type AppModels } from '../../app/app-context'
import { createAudioPlayer } from '../../message/bubble/audio-player'
import { createComposer } from '../composer/composer-model'
import { useKeptParts, type KeptParts } from '../composer/kept-parts'
import type { MessageView } from '../../../src/message/message.answers'
import type { Conversation } from './conversation-context'
import { createConversation } from './conversation-model'
import { createConversationView } from './conversation-view'
import { createDraftStorage } from '../../message/composer/draft-storage'
import { createPresenceReporter } from '../composer/presence-reporter'
import type { ConversationData } from './load-conversation'
import { followMacros } from '../follow-macros'
import { createOutboxes } from '../../message/outboxes'
import { useKeptOutboxes, type KeptOutboxes } from '../../message/outboxes-context'
import { actorOf } from '../../session/session-actor'
import { presentUser } from '../../session/session-model'

/** The models of the opened tickets. Messages are still sent after a ticket is closed. */
export function useOpenConversations() {
  const app = useApp()
  const kept = useKeptOutboxes()
  const parts = useKeptParts()
  const [conversations] = useState(() => createOpenConversations(app, kept, parts))
  useEffect(() => conversations.start(), [conversations])
  return conversations
}

function createOpenConversations({ api, live, session }: AppModels, kept: KeptOutboxes, parts: KeptParts) {
  const me = presentUser(session)
  const onServer = typeof window === 'undefined'
  const drafts = createDraftStorage(me.peek(), onServer ? undefined : localStorage)
  const outboxes = (kept.current ??= createOutboxes({ api, live }))
  const player = createAudioPlayer()
  const drawerOpen = signal(false)
  const signing = signal(true)
  const hasAssistance = signal(false)
  const quickReplies: Conversation['quickReplies'] = { current: undefined, version: signal(0) }

  const macros: Conversation['macros'] = signal(undefined)

  return {
    open(data: ConversationData): Omit<Conversation, 'input'> {
      const ticketId = data.ticket.id
      const model = createConversation({ api, live, me, data, outbox: outboxes.of(ticketId) })
      // The newest model of each ticket receives what the outbox has sent.
      const take = (messages: readonly MessageView[]) => messages.forEach(model.take)
      const listen = () => outboxes.setListener(ticketId, take)
      // An answer may arrive before the conversation is mounted.
      listen()
      const composer = createComposer(ticketId, drafts, parts.of(ticketId))
      const view = createConversationView(model, drawerOpen)
      const presence = createPresenceReporter(live, data.ticket.uuid)
      const colleagues: Conversation['colleagues'] = { key: '', current: undefined }
      const shared = { player, signing, hasAssistance, quickReplies, macros }
      return { model, composer, view, presence, colleagues, listen, ...shared }
    },
    start() {
      outboxes.start()
      parts.start(live, () => actorOf(me.peek()))
      if (me.peek().plan.useOpenAi) {
        // Offers nothing if the request fails.
        api.get('/ai-assistance').then(
          ({ available }) => (hasAssistance.value = available),
          () => {},
        )
      }
      const unsubscribe = live.subscribe('quickMessage', () => {
        quickReplies.current = undefined
        quickReplies.version.value += 1
      })
      const unfollow = followMacros(api, live, macros)
      return () => {
        unfollow()
        unsubscribe()
        player.dispose()
        outboxes.forgetSent()
        parts.forgetEmpty()
      }
    },
  }
}
