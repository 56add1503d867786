import { ApiError } from '../api/api-error'
import type { Unsent, UnsentMessages } from './unsent-messages'

interface DeliveryOptions<Draft extends object, Stored> {
  post(message: Draft & Unsent, onProgress: (progress: number) => void): Promise<Stored>
  onStored(stored: Stored): void
}

/** Retry interval without a network event, doubled after each failure up to the longest. */
const retryMs = { first: 2_000, longest: 30_000 }
/** Statuses of a proxy while the product restarts behind it. */
const passingStatuses = [0, 502, 503, 504]

/** Delivers the queued messages in sequence; without a network all wait, and are retried automatically. */
export function createDelivery<Draft extends object, Stored>(
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
      const error = asApiError(cause)
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

function asApiError(cause: unknown) {
  return cause instanceof ApiError ? cause : new ApiError(0, fileErrorCode, String(cause))
}
