import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ChatMessageView } from '../../src/internal-chat/internal-chat.calls'
import type { ApiClient } from '../api/api-client'

export interface ChatDraft {
  text: string
  file?: File | undefined
}

/** What was written here and is not on the server yet. */
export interface PendingChatMessage extends ChatDraft {
  clientId: string
  createdAt: string
  /** Of the file, while it is only here. */
  localUrl: string | null
  failed: boolean
}

export interface ChatOutbox {
  readonly messages: ReadonlySignal<readonly PendingChatMessage[]>
  send(draft: ChatDraft): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** It came back from the server, by the answer or by the live event. */
  arrived(clientId: string | undefined): void
  dispose(): void
}

/** Sends one after the other, in the order they were written; what failed stays, to be tried again or dropped. */
export function createChatOutbox(
  api: ApiClient,
  chatId: number,
  onSent: (messages: readonly ChatMessageView[]) => void,
): ChatOutbox {
  const messages = signal<readonly PendingChatMessage[]>([])
  let turn = Promise.resolve()

  const find = (clientId: string) => messages.peek().find((message) => message.clientId === clientId)
  const mark = (clientId: string, failed: boolean) => {
    messages.value = messages.peek().map((one) => (one.clientId === clientId ? { ...one, failed } : one))
  }

  function arrived(clientId: string | undefined) {
    const message = clientId === undefined ? undefined : find(clientId)
    if (!message) return
    if (message.localUrl) URL.revokeObjectURL(message.localUrl)
    messages.value = messages.peek().filter((one) => one !== message)
  }

  async function deliver(clientId: string) {
    const message = find(clientId)
    if (!message || message.failed) return
    try {
      const { records } = await post(api, chatId, message)
      onSent(records)
      arrived(clientId)
    } catch {
      mark(clientId, true)
    }
  }

  const queue = (clientId: string) => void (turn = turn.then(() => deliver(clientId)))

  return {
    messages,
    arrived,
    send(draft) {
      const clientId = crypto.randomUUID()
      const localUrl = draft.file ? URL.createObjectURL(draft.file) : null
      const createdAt = new Date().toISOString()
      messages.value = [...messages.peek(), { ...draft, clientId, createdAt, localUrl, failed: false }]
      queue(clientId)
    },
    retry(clientId) {
      mark(clientId, false)
      queue(clientId)
    },
    discard: arrived,
    dispose() {
      for (const { localUrl } of messages.peek()) if (localUrl) URL.revokeObjectURL(localUrl)
    },
  }
}

function post(api: ApiClient, chatId: number, { text, file, clientId }: PendingChatMessage) {
  const params = { id: chatId }
  if (!file) return api.post('/chats/:id/messages', { params, body: { message: text, clientId } })
  const form = new FormData()
  form.append('medias', file)
  form.append('body', text)
  form.append('chatInterno', 'true')
  form.append('clientId', clientId)
  return api.upload('/chats/:id/messages', { params, form })
}
