import type { MessageView, FileData, QuotedMessage } from '../../src/message/message.answers'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { sendFile, sendText } from './message-api'
import { createSendQueue, type SendQueue, type Unsent, createKeptQueues, type KeptQueues } from './send-queue'

export type Outboxes = KeptQueues<Outbox, readonly MessageView[]>

export function createOutboxes({ api, live }: { api: ApiClient; live: LiveSocketClient }): Outboxes {
  return createKeptQueues({ live, createQueue: (ticketId, onStored) => createOutbox({ api, ticketId, onStored }) })
}

export interface Draft {
  body: string
  isPrivate: boolean
  sign: boolean
  quoted: QuotedMessage | null
  /** Ids of the colleagues chosen for mentions in a private note. */
  mentions?: readonly number[]
  file?: FileData & { content: () => Promise<File> }
  contact?: { id: number; name: string; number: string }
}

export type OutgoingMessage = Draft & Unsent
export type Outbox = SendQueue<Draft>

interface OutboxOptions {
  api: ApiClient
  ticketId: number
  /** Several if the channel requires a split text. */
  onStored: (messages: readonly MessageView[]) => void
}

function createOutbox({ api, ticketId, onStored }: OutboxOptions): Outbox {
  return createSendQueue<Draft, readonly MessageView[]>({
    fileOf: ({ file }) => file?.content(),
    onStored,
    async post({ clientId, body, isPrivate, sign, quoted, file, contact, mentions }, onProgress) {
      if (!file) {
        const vCard = contact ? { id: contact.id } : undefined
        const text = { body, clientId, isPrivate, sign, quotedMsg: quoted && { id: quoted.id }, vCard, mentions }
        return named(await sendText(api, ticketId, text), clientId)
      }
      const content = await file.content()
      const voiceNote = file.voiceNote ?? false
      const parts = {
        file: content,
        caption: body,
        clientId,
        isPrivate,
        sign,
        voiceNote,
        quotedId: quoted?.id,
        mentions,
      }
      return named(await sendFile(api, ticketId, parts, { onProgress }), clientId)
    },
  })
}

/** The first stored message replaces the pending one, even if the answer does not name it. */
function named([first, ...others]: readonly MessageView[], clientId: string): readonly MessageView[] {
  return first ? [{ clientId, ...first }, ...others] : []
}
