import { ChannelError } from '../../channel/channel'
import { channelRules } from '../../channel/channel-rules.contract'
import { findConnectionFacts } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
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

const limitWaitMsMax = 60_000

/** Returns how long a conversation waits after a limit of its own, longer each time; undefined for other limits. */
export const limitWaitMs = (retryAfterMs: number | undefined, attempts: number) =>
  retryAfterMs === undefined ? undefined : Math.min(retryAfterMs * 2 ** attempts, limitWaitMsMax)

/** Whether the provider recognises what is sent again. */
export function isDeduplicated(ctx: CompanyContext, connectionId: ConnectionId | null) {
  const channel = connectionId === null ? undefined : findConnectionFacts(ctx, connectionId)?.channel
  return channel === undefined || channelRules[channel].deduplicates
}
