import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { FileData, MessageView, QuotedMessage } from '../../src/message/message.answers'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import { sendFile, sendText } from './message-api'

/** What a person asked to send. A file may still have to be made: a recording that is being encoded. */
export interface Draft {
  body: string
  isPrivate: boolean
  sign: boolean
  quoted: QuotedMessage | null
  file?: FileData & { content: () => Promise<File> }
  contact?: { id: number; name: string; number: string }
}

/** A message that the server does not have yet. */
export interface OutgoingMessage extends Draft {
  clientId: string
  createdAt: string
  /** `offline` waits for the network and goes out by itself; `failed` was refused. */
  state: 'waiting' | 'sending' | 'offline' | 'failed'
  /** 0 to 1, of a file. */
  progress: number
  error: ApiError | undefined
  /** Of a file, so that its bubble shows it at once. */
  previewUrl: string | null
}

export interface Outbox {
  readonly messages: ReadonlySignal<readonly OutgoingMessage[]>
  /** The preview that a message of ours was written with, to be shown until the server's own file has loaded. */
  previewOf(clientId: string): string | undefined
  send(draft: Draft): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** The server has it: the echo may be quicker than the answer. */
  settle(clientId: string): void
  /** The network may be back: what waits for it is tried at once. */
  retryUnsent(): void
  /** Lets go of the previews. */
  dispose(): void
}

/** Without news of the network, it is tried this often; each try in vain doubles it up to the longest. */
const retryMs = { first: 2_000, longest: 30_000 }
/** What a proxy answers while the product restarts behind it. */
const passingStatuses = [0, 502, 503, 504]

export interface OutboxOptions {
  api: ApiClient
  ticketId: number
  onStored: (message: MessageView) => void
  now?: () => Date
}

/** Sends one message after the other, so that the contact reads them in the order they were written. */
export function createOutbox({ api, ticketId, onStored, now = () => new Date() }: OutboxOptions): Outbox {
  const messages = signal<readonly OutgoingMessage[]>([])
  const previews = new Map<string, string>()
  let running = false
  let delayMs = retryMs.first
  let timer: ReturnType<typeof setTimeout> | undefined

  const change = (clientId: string, part: Partial<OutgoingMessage>) => {
    messages.value = messages
      .peek()
      .map((message) => (message.clientId === clientId ? { ...message, ...part } : message))
  }
  const drop = (clientId: string) => {
    messages.value = messages.peek().filter((message) => message.clientId !== clientId)
  }

  async function run() {
    if (running) return
    running = true
    for (let next = firstWaiting(messages.peek()); next; next = firstWaiting(messages.peek())) await deliver(next)
    running = false
  }

  /** What was written later waits behind it, so that the order stays. */
  function waitForNetwork() {
    for (const { clientId, state } of messages.peek()) {
      if (state === 'sending' || state === 'waiting') change(clientId, { state: 'offline' })
    }
    clearTimeout(timer)
    timer = setTimeout(retryUnsent, delayMs)
    delayMs = Math.min(delayMs * 2, retryMs.longest)
  }

  function retryUnsent() {
    clearTimeout(timer)
    for (const { clientId, state } of messages.peek()) if (state === 'offline') change(clientId, { state: 'waiting' })
    void run()
  }

  async function deliver(message: OutgoingMessage) {
    const { clientId } = message
    change(clientId, { state: 'sending', progress: 0, error: undefined })
    try {
      const stored = await post(message)
      // The echo may have come before, with a newer state than this answer.
      if (stored && messages.peek().some((other) => other.clientId === clientId)) onStored({ clientId, ...stored })
      drop(clientId)
      delayMs = retryMs.first
    } catch (cause) {
      const error = asApiError(cause)
      if (isPassing(error)) waitForNetwork()
      else change(clientId, { state: 'failed', error })
    }
  }

  async function post({ clientId, body, isPrivate, sign, quoted, file, contact }: OutgoingMessage) {
    if (!file) {
      const vCard = contact ? { id: contact.id } : undefined
      return sendText(api, ticketId, { body, clientId, isPrivate, sign, quotedMsg: quoted && { id: quoted.id }, vCard })
    }
    const content = await file.content()
    const voiceNote = file.voiceNote ?? false
    return sendFile(
      api,
      ticketId,
      { file: content, caption: body, clientId, isPrivate, sign, voiceNote, quotedId: quoted?.id },
      { onProgress: (progress) => change(clientId, { progress }) },
    )
  }

  return {
    messages,
    previewOf: (clientId) => previews.get(clientId),
    send(draft) {
      const clientId = crypto.randomUUID()
      const fresh: OutgoingMessage = {
        ...draft,
        clientId,
        createdAt: now().toISOString(),
        state: 'waiting',
        progress: 0,
        error: undefined,
        previewUrl: null,
      }
      const isHeldBack = messages.peek().some(({ state }) => state === 'offline')
      messages.value = [...messages.peek(), isHeldBack ? { ...fresh, state: 'offline' } : fresh]
      void draft.file?.content().then(
        (file) => {
          const url = URL.createObjectURL(file)
          previews.set(clientId, url)
          change(clientId, { previewUrl: url })
        },
        // Delivering it fails for the same reason, and says so.
        () => {},
      )
      void run()
    },
    retry(clientId) {
      change(clientId, { state: 'waiting', error: undefined })
      void run()
    },
    discard: drop,
    settle: drop,
    retryUnsent,
    dispose() {
      for (const url of previews.values()) URL.revokeObjectURL(url)
      previews.clear()
    },
  }
}

function firstWaiting(messages: readonly OutgoingMessage[]) {
  return messages.find(({ state }) => state === 'waiting')
}

function isPassing({ status, code }: ApiError) {
  return passingStatuses.includes(status) && code !== fileErrorCode
}

const fileErrorCode = 'ERR_FILE'

function asApiError(cause: unknown) {
  return cause instanceof ApiError ? cause : new ApiError(0, fileErrorCode, String(cause))
}
