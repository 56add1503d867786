import { ChannelError } from '../../channel/channel'
import { Unsendable } from './outgoing-message'

/** Waits for the channel, up to a time limit. */
export type Guard = <T>(work: Promise<T>, carries: 'text' | 'file') => Promise<T>

/**
 * `done`: finished. `again`: remains first in the queue. `stuck`: the result is unknown, so the session is unreliable.
 */
export type SendResult = 'done' | 'again' | 'offline' | 'stuck'

/**
 * Returns the channel's reason. An internal error counts as rejected: nothing was sent, and a retry would block the
 * others.
 */
export function reasonOf(error: unknown): Pick<ChannelError, 'reason' | 'message' | 'retryAfterMs'> {
  if (error instanceof ChannelError) return error
  if (error instanceof Unsendable) return { reason: 'refused', message: error.message }
  return { reason: 'refused', message: 'ERR_SENDING_WAPP_MSG' }
}
