import { ChannelError } from '../../channel/channel'
import { Unsendable } from './outgoing-message'

/** Waits for the channel, but not for ever. */
export type Guard = <T>(work: Promise<T>, carries: 'words' | 'file') => Promise<T>

/** `done`: it needs nothing more. `again`: it is still first in the queue. `stuck`: nobody knows, the session is in doubt. */
export type SendResult = 'done' | 'again' | 'offline' | 'stuck'

/** What went wrong, in the channel's words. An error of ours sends nothing, and trying it again would block the others. */
export function reasonOf(error: unknown): { reason: ChannelError['reason']; message: string } {
  if (error instanceof ChannelError) return { reason: error.reason, message: error.message }
  if (error instanceof Unsendable) return { reason: 'refused', message: error.message }
  return { reason: 'refused', message: 'ERR_SENDING_WAPP_MSG' }
}
