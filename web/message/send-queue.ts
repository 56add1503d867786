import type { ReadonlySignal } from '@preact/signals-react'
import { createDelivery } from './send-queue-delivery'
import { randomId } from '../ui/text/random-id'
import { createUnsentMessages, type Unsent } from './unsent-messages'

export interface SendQueue<Draft> {
  readonly messages: ReadonlySignal<readonly (Draft & Unsent)[]>
  /** Returns the preview of a message's file, shown until the server's file has loaded. */
  previewOf(clientId: string): string | undefined
  send(draft: Draft): void
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
  /** Returns the file of a draft, which may still be in preparation. */
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

  return {
    messages,
    previewOf: previews.of,
    send(draft) {
      const clientId = randomId()
      unsent.add(draft, { clientId, createdAt: now().toISOString() })
      // If the file fails, its delivery fails for the same reason and reports it.
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

/** Local previews of files that are not on the server yet. */
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
