import type { ReadonlySignal } from '@preact/signals-react'
import { createDelivery } from './send-queue-delivery'
import { createPreviews } from './previews'
import { createUnsentMessages, type Unsent } from './unsent-messages'

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

/** Sends one message after the other, so that they arrive in the order they were written. */
export function createSendQueue<Draft extends object, Stored>(
  options: SendQueueOptions<Draft, Stored>,
): SendQueue<Draft> {
  const { fileOf, now = () => new Date() } = options
  const unsent = createUnsentMessages<Draft>()
  const previews = createPreviews()
  const { run, retryUnsent } = createDelivery(options, unsent)
  const { messages, change, drop } = unsent

  return {
    messages,
    previewOf: previews.of,
    send(draft) {
      const clientId = crypto.randomUUID()
      unsent.add(draft, { clientId, createdAt: now().toISOString() })
      // Where there is no file after all, delivering it fails for the same reason, and says so.
      void fileOf(draft)?.then(
        (file) => change(clientId, { previewUrl: previews.add(clientId, file) }),
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
    dispose: previews.dispose,
  }
}
