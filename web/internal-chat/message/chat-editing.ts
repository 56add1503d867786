import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { ChatMessageView } from '../../../src/internal-chat/internal-chat.calls'
import type { ApiClient } from '../../api/api-client'

/** Editing an own message in the composer, whose draft is kept meanwhile. */
export interface ChatEditing {
  readonly message: ReadonlySignal<ChatMessageView | undefined>
  /** The composer's text before editing, kept as the draft. */
  draft(): string
  begin(message: ChatMessageView): void
  cancel(): void
  /** Rejects with the refusal; the text stays in the composer. */
  save(): Promise<void>
  remove(message: ChatMessageView): Promise<void>
}

interface EditingParts {
  api: ApiClient
  chatId: number
  text: Signal<string>
  /** Makes the call and applies its answer. */
  applyAnswer: (call: () => Promise<ChatMessageView>) => Promise<void>
}

export function createChatEditing({ api, chatId, text, applyAnswer }: EditingParts): ChatEditing {
  const edited = signal<ChatMessageView | undefined>(undefined)
  let setAside = ''
  const paramsOf = ({ id }: ChatMessageView) => ({ id: chatId, messageId: id })

  function cancel() {
    if (!edited.peek()) return
    batch(() => {
      edited.value = undefined
      text.value = setAside
    })
  }

  return {
    message: edited,
    cancel,
    draft: () => (edited.peek() ? setAside : text.peek()),
    begin(message) {
      if (!edited.peek()) setAside = text.peek()
      batch(() => {
        edited.value = message
        text.value = message.message
      })
    },
    async save() {
      const message = edited.peek()
      if (!message) return
      const wanted = text.peek().trim()
      if (wanted !== message.message) {
        const params = paramsOf(message)
        await applyAnswer(() => api.put('/chats/:id/messages/:messageId', { params, body: { message: wanted } }))
      }
      if (edited.peek() === message) cancel()
    },
    async remove(message) {
      await applyAnswer(() => api.delete('/chats/:id/messages/:messageId', { params: paramsOf(message) }))
      if (edited.peek()?.id === message.id) cancel()
    },
  }
}
