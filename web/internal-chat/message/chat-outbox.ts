import type { ChatMessageView } from '../../../src/internal-chat/internal-chat.calls'
import type { ApiClient } from '../../api/api-client'
import type { LiveSocketClient } from '../../live/live-socket-client'
import {
  createSendQueue,
  type SendQueue,
  type Unsent,
  createKeptQueues,
  type KeptQueues,
} from '../../message/send-queue'

interface ChatDraft {
  text: string
  file?: File | undefined
}

export type PendingChatMessage = ChatDraft & Unsent
export type ChatOutbox = SendQueue<ChatDraft>
export type ChatOutboxes = KeptQueues<ChatOutbox, readonly ChatMessageView[]>

export function createChatOutboxes({ api, live }: { api: ApiClient; live: LiveSocketClient }): ChatOutboxes {
  return createKeptQueues({
    live,
    createQueue: (chatId, onStored) =>
      createSendQueue<ChatDraft, readonly ChatMessageView[]>({
        post: (message, onProgress) => post(api, chatId, message, onProgress),
        fileOf: ({ file }) => (file ? Promise.resolve(file) : undefined),
        onStored,
      }),
  })
}

async function post(
  api: ApiClient,
  chatId: number,
  { text, file, clientId }: PendingChatMessage,
  onProgress: (progress: number) => void,
) {
  const params = { id: chatId }
  if (!file) return (await api.post('/chats/:id/messages', { params, body: { message: text, clientId } })).records
  const form = new FormData()
  form.append('medias', file)
  form.append('body', text)
  form.append('chatInterno', 'true')
  form.append('clientId', clientId)
  return (await api.upload('/chats/:id/messages', { params, form, onProgress })).records
}
