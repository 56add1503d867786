import type { ReadonlySignal } from '@preact/signals-react'
import type { MessageView } from '../../../src/message/message.answers'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { ApiClient } from '../../api/api-client'
import { revertChange } from '../../live/revert-change'
import { deleteMessage, editMessage, reactToMessage, resendMessage } from '../../message/message-api'
import type { MessageStore } from '../../message/message-store'

export interface MessageChanges {
  edit(message: MessageView, body: string, mentions?: readonly number[]): Promise<void>
  remove(message: MessageView): Promise<void>
  react(message: MessageView, emoji: string): Promise<void>
  resend(message: MessageView): Promise<void>
}

interface ChangesOptions {
  api: ApiClient
  store: MessageStore<MessageView>
  me: ReadonlySignal<SessionUser>
}

export function createMessageChanges({ api, store, me }: ChangesOptions): MessageChanges {
  async function change(
    { id }: MessageView,
    changed: (known: MessageView) => Partial<MessageView>,
    call: () => Promise<unknown>,
  ) {
    const before = store.find(id)
    store.update(id, (known) => ({ ...known, ...changed(known) }))
    const shownMeanwhile = store.find(id)
    try {
      await call()
    } catch (cause) {
      if (before && shownMeanwhile) store.update(id, (now) => revertChange(now, before, shownMeanwhile))
      throw cause
    }
  }

  return {
    edit(message, body, mentions = []) {
      const changed = () => ({ body, isEdited: true, editedAt: new Date().toISOString() })
      return change(message, changed, () => editMessage(api, message.id, body, mentions))
    },
    remove(message) {
      const changed = () => ({ isDeleted: true })
      return change(message, changed, () => deleteMessage(api, message.id))
    },
    react(message, emoji) {
      const changed = (known: MessageView) => ({ reactions: withReaction(known.reactions, emoji, me.peek().name) })
      return change(message, changed, () => reactToMessage(api, message.id, emoji))
    },
    resend(message) {
      const changed = () => ({ ack: 0, sendState: 'queued' as const, sendError: null })
      return change(message, changed, () => resendMessage(api, message.id))
    },
  }
}

function withReaction(reactions: MessageView['reactions'], emoji: string, name: string) {
  const others = reactions.filter(({ fromMe }) => !fromMe)
  return emoji === '' ? others : [...others, { emoji, fromMe: true, name }]
}
