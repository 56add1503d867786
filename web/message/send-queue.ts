import { type ReadonlySignal, signal, effect } from '@preact/signals-react'
import { randomId } from '../ui/text/random-id'
import { ApiError } from '../api/api-error'
import type { LiveSocketClient } from '../live/live-socket-client'

export interface SendQueue<Draft> {
  readonly messages: ReadonlySignal<readonly (Draft & Unsent)[]>
  previewOf(clientId: string): string | undefined
  send(draft: Draft): void
  /** Sends what an earlier window could not. */
  restore(drafts: readonly (Draft & Pick<Unsent, 'clientId' | 'createdAt'>)[]): void
  /** The message survives this window. */
  keep(clientId: string): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** Removes a stored message: the echo may arrive before the answer. */
  settle(clientId: string): void
  /** Retries waiting messages at once, because the network may be back. */
  retryUnsent(): void
  dispose(): void
}

interface SendQueueOptions<Draft, Stored> {
  /** Sends one message. @throws ApiError */
  post(message: Draft & Unsent, onProgress: (progress: number) => void): Promise<Stored>
  /** The answer contained messages that no echo has brought. */
  onStored(stored: Stored): void
  fileOf(draft: Draft): Promise<File> | undefined
  now?: () => Date
}

/** Sends messages in sequence, so that they arrive in the order they were written. */
export function createSendQueue<Draft extends object, Stored>(
  options: SendQueueOptions<Draft, Stored>,
): SendQueue<Draft> {
  const { fileOf, now = () => new Date() } = options
  const unsent = createUnsentMessages<Draft>()
  const previews = createPreviews()
  const { run, retryUnsent } = createDelivery(options, unsent)
  const { messages, change, drop } = unsent

  /** If the file fails, its delivery fails for the same reason and reports it. */
  function showFile(clientId: string, draft: Draft) {
    void fileOf(draft)?.then(
      (file) => change(clientId, { previewUrl: previews.add(clientId, file) }),
      () => {},
    )
  }

  return {
    messages,
    previewOf: previews.of,
    send(draft) {
      const clientId = randomId()
      unsent.add(draft, { clientId, createdAt: now().toISOString() })
      showFile(clientId, draft)
      void run()
    },
    restore(drafts) {
      for (const { clientId, createdAt, ...draft } of drafts) {
        // Without what names it, it is a draft.
        if (unsent.has(clientId)) continue
        const kept = draft as object as Draft
        unsent.add(kept, { clientId, createdAt, isKept: true })
        showFile(clientId, kept)
      }
      void run()
    },
    keep: (clientId) => change(clientId, { isKept: true }),
    retry(clientId) {
      change(clientId, { state: 'waiting', error: undefined })
      void run()
    },
    discard: drop,
    settle: drop,
    retryUnsent,
    dispose: previews.dispose,
  }
}

function createPreviews() {
  const urls = new Map<string, string>()
  return {
    of: (clientId: string) => urls.get(clientId),
    add(clientId: string, file: File) {
      const url = URL.createObjectURL(file)
      urls.set(clientId, url)
      return url
    },
    dispose() {
      for (const url of urls.values()) URL.revokeObjectURL(url)
      urls.clear()
    },
  }
}

interface DeliveryOptions<Draft extends object, Stored> {
  post(message: Draft & Unsent, onProgress: (progress: number) => void): Promise<Stored>
  onStored(stored: Stored): void
}

/** Retry interval without a network event, doubled after each failure up to the longest. */
const retryMs = { first: 2_000, longest: 30_000 }
/** Statuses of a proxy while the product restarts behind it. */
const passingStatuses = [0, 502, 503, 504]

/** Delivers the queued messages in sequence; without a network all wait, and are retried automatically. */
function createDelivery<Draft extends object, Stored>(
  { post, onStored }: DeliveryOptions<Draft, Stored>,
  { change, drop, has, firstWaiting, moveAll }: UnsentMessages<Draft>,
) {
  let running = false
  let delayMs = retryMs.first
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run() {
    if (running) return
    running = true
    for (let next = firstWaiting(); next; next = firstWaiting()) await deliver(next)
    running = false
  }

  async function deliver(message: Draft & Unsent) {
    const { clientId } = message
    change(clientId, { state: 'sending', progress: 0, error: undefined })
    try {
      const stored = await post(message, (progress) => change(clientId, { progress }))
      // The echo may have arrived first, with a newer state than this answer.
      if (has(clientId)) onStored(stored)
      drop(clientId)
      delayMs = retryMs.first
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError(0, fileErrorCode, String(cause))
      if (isPassing(error)) waitForNetwork()
      else change(clientId, { state: 'failed', error })
    }
  }

  /** Later messages wait as well, to keep the order. */
  function waitForNetwork() {
    moveAll(['sending', 'waiting'], 'offline')
    clearTimeout(timer)
    timer = setTimeout(retryUnsent, delayMs)
    delayMs = Math.min(delayMs * 2, retryMs.longest)
  }

  function retryUnsent() {
    clearTimeout(timer)
    moveAll(['offline'], 'waiting')
    void run()
  }

  return { run, retryUnsent }
}

function isPassing({ status, code }: ApiError) {
  return passingStatuses.includes(status) && code !== fileErrorCode
}

const fileErrorCode = 'ERR_FILE'

/** The state of a message, besides its draft, until the server has it. */
export interface Unsent {
  /** The server stores one message per client id, however often it is sent. */
  clientId: string
  createdAt: string
  /** Stored in this browser until it is sent. */
  isKept?: boolean
  /** `offline` waits for the network and is sent automatically; `failed` was rejected. */
  state: 'waiting' | 'sending' | 'offline' | 'failed'
  /** 0 to 1, of a file. */
  progress: number
  error: ApiError | undefined
  /** Address of a file in the browser, so that its bubble shows it at once. */
  previewUrl: string | null
}

type UnsentMessages<Draft extends object> = ReturnType<typeof createUnsentMessages<Draft>>

function createUnsentMessages<Draft extends object>() {
  const messages = signal<readonly (Draft & Unsent)[]>([])

  const change = (clientId: string, part: Partial<Unsent>) => {
    messages.value = messages
      .peek()
      .map((message) => (message.clientId === clientId ? { ...message, ...part } : message))
  }

  return {
    messages,
    change,
    has: (clientId: string) => messages.peek().some((message) => message.clientId === clientId),
    firstWaiting: () => messages.peek().find(({ state }) => state === 'waiting'),
    /** Waits behind a message that waits for the network, to keep the order. */
    add(draft: Draft, written: Pick<Unsent, 'clientId' | 'createdAt' | 'isKept'>) {
      const isHeldBack = messages.peek().some(({ state }) => state === 'offline')
      const state = isHeldBack ? ('offline' as const) : ('waiting' as const)
      const unsent: Unsent = { ...written, state, progress: 0, error: undefined, previewUrl: null }
      messages.value = [...messages.peek(), { ...draft, ...unsent }]
    },
    drop(clientId: string) {
      messages.value = messages.peek().filter((message) => message.clientId !== clientId)
    },
    moveAll(from: readonly Unsent['state'][], to: Unsent['state']) {
      for (const { clientId, state } of messages.peek()) if (from.includes(state)) change(clientId, { state: to })
    },
  }
}

/** The outboxes of conversations. They outlive the screen, so that messages queued without a network are still there on return. */
export interface KeptQueues<Queue, Stored> {
  of(conversationId: number): Queue
  /** Calls back for each queue that there is or will be. */
  watch(follow: (conversationId: number, queue: Queue) => void): void
  /** Sets the listener for messages that the conversation's outbox has sent, instead of the previous one. Returns the function that removes it. */
  setListener(conversationId: number, onStored: (stored: Stored) => void): () => void
  /** In the browser only: resends queued messages after a reconnection, and asks before the window is closed over them. */
  start(): void
  forgetSent(): void
}

interface KeptQueuesOptions<Queue, Stored> {
  live: Pick<LiveSocketClient, 'state'>
  createQueue(conversationId: number, onStored: (stored: Stored) => void): Queue
}

export function createKeptQueues<Queue extends SendQueue<object>, Stored>({
  live,
  createQueue,
}: KeptQueuesOptions<Queue, Stored>): KeptQueues<Queue, Stored> {
  const queues = new Map<number, Queue>()
  const listeners = new Map<number, (stored: Stored) => void>()
  const followers: ((conversationId: number, queue: Queue) => void)[] = []
  let started = false

  const hasUnsent = () =>
    [...queues.values()].some(({ messages }) =>
      messages.peek().some(({ state, isKept }) => state !== 'failed' && !isKept),
    )

  return {
    of(conversationId) {
      const known = queues.get(conversationId)
      if (known) return known
      const made = createQueue(conversationId, (stored) => listeners.get(conversationId)?.(stored))
      queues.set(conversationId, made)
      for (const follow of followers) follow(conversationId, made)
      return made
    },
    watch(follow) {
      followers.push(follow)
      for (const [conversationId, queue] of queues) follow(conversationId, queue)
    },
    setListener(conversationId, onStored) {
      listeners.set(conversationId, onStored)
      return () => void (listeners.get(conversationId) === onStored && listeners.delete(conversationId))
    },
    start() {
      if (started) return
      started = true
      effect(() => {
        if (live.state.value === 'online') for (const queue of queues.values()) queue.retryUnsent()
      })
      addEventListener('beforeunload', (event) => hasUnsent() && event.preventDefault())
    },
    forgetSent() {
      listeners.clear()
      for (const [conversationId, queue] of queues) {
        if (queue.messages.peek().length > 0) continue
        queue.dispose()
        queues.delete(conversationId)
      }
    },
  }
}
