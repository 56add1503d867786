import { signal, type ReadonlySignal } from '@preact/signals-react'
import { ApiError } from '../api/api-error'

/** What is known of a message besides its draft until the server has it. */
export interface Unsent {
  /** The server stores one message under it, however often it is sent. */
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

export interface SendQueue<Draft> {
  readonly messages: ReadonlySignal<readonly (Draft & Unsent)[]>
  /** The preview that a message was written with, to be shown until the server's own file has loaded. */
  previewOf(clientId: string): string | undefined
  send(draft: Draft): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** The server has it: the echo may be quicker than the answer. */
  settle(clientId: string): void
  /** The network may be back: what waits for it is tried at once. */
  retryUnsent(): void
  /** Releases the previews. */
  dispose(): void
}

export interface SendQueueOptions<Draft, Stored> {
  /** Sends one message. @throws ApiError */
  post(message: Draft & Unsent, onProgress: (progress: number) => void): Promise<Stored>
  /** The answer brought what no echo has brought before. */
  onStored(stored: Stored): void
  /** The file of a draft, which may still have to be made, such as a recording that is being encoded. */
  fileOf(draft: Draft): Promise<File> | undefined
  now?: () => Date
}

/** Without news of the network, it is tried this often; each try in vain doubles it up to the longest. */
const retryMs = { first: 2_000, longest: 30_000 }
/** What a proxy answers while the product restarts behind it. */
const passingStatuses = [0, 502, 503, 504]

/** Sends one message after the other, so that they arrive in the order they were written. */
export function createSendQueue<Draft extends object, Stored>(
  options: SendQueueOptions<Draft, Stored>,
): SendQueue<Draft> {
  const { post, onStored, fileOf, now = () => new Date() } = options
  const messages = signal<readonly (Draft & Unsent)[]>([])
  const previews = new Map<string, string>()
  let running = false
  let delayMs = retryMs.first
  let timer: ReturnType<typeof setTimeout> | undefined

  const change = (clientId: string, part: Partial<Unsent>) => {
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

  async function deliver(message: Draft & Unsent) {
    const { clientId } = message
    change(clientId, { state: 'sending', progress: 0, error: undefined })
    try {
      const stored = await post(message, (progress) => change(clientId, { progress }))
      // The echo may have come before, with a newer state than this answer.
      if (messages.peek().some((other) => other.clientId === clientId)) onStored(stored)
      drop(clientId)
      delayMs = retryMs.first
    } catch (cause) {
      const error = asApiError(cause)
      if (isPassing(error)) waitForNetwork()
      else change(clientId, { state: 'failed', error })
    }
  }

  function preview(clientId: string, draft: Draft) {
    void fileOf(draft)?.then(
      (file) => {
        const url = URL.createObjectURL(file)
        previews.set(clientId, url)
        change(clientId, { previewUrl: url })
      },
      // Delivering it fails for the same reason, and says so.
      () => {},
    )
  }

  return {
    messages,
    previewOf: (clientId) => previews.get(clientId),
    send(draft) {
      const clientId = crypto.randomUUID()
      const isHeldBack = messages.peek().some(({ state }) => state === 'offline')
      const state = isHeldBack ? ('offline' as const) : ('waiting' as const)
      const unsent = {
        clientId,
        createdAt: now().toISOString(),
        state,
        progress: 0,
        error: undefined,
        previewUrl: null,
      }
      messages.value = [...messages.peek(), { ...draft, ...unsent }]
      preview(clientId, draft)
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

function firstWaiting<Message extends Unsent>(messages: readonly Message[]) {
  return messages.find(({ state }) => state === 'waiting')
}

function isPassing({ status, code }: ApiError) {
  return passingStatuses.includes(status) && code !== fileErrorCode
}

const fileErrorCode = 'ERR_FILE'

function asApiError(cause: unknown) {
  return cause instanceof ApiError ? cause : new ApiError(0, fileErrorCode, String(cause))
}
