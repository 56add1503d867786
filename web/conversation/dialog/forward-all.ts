import type { ApiClient } from '../../api/api-client'
import { forwardMessage, type ForwardRequest } from '../../message/message-api'

/** Pause between two messages, because providers treat bursts as spam. */
export const forwardPauseMs = 900

interface ForwardOptions {
  onProgress: (done: number) => void
  signal: AbortSignal
  pause?: (ms: number) => Promise<void>
}

/** Forwards one message at a time; a failure does not stop the others. Resolves to the number sent. */
export async function forwardAll(api: ApiClient, requests: readonly ForwardRequest[], options: ForwardOptions) {
  const { onProgress, signal, pause = wait } = options
  let sent = 0
  for (const [index, request] of requests.entries()) {
    if (index > 0) await pause(forwardPauseMs)
    if (signal.aborted) break
    sent += await forwardMessage(api, request).then(
      () => 1,
      () => 0,
    )
    onProgress(index + 1)
  }
  return sent
}

function wait(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
