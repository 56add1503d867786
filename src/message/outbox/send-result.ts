import { ChannelError } from '../../channel/channel'
import { channelRules } from '../../channel/channel-rules.contract'
import { findConnectionFacts } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isTakenOver } from '../../kernel/company/ownership'
import type { ConnectionId } from '../../kernel/ids'
import { Unsendable } from './outgoing-message.view'

export type Guard = <T>(work: Promise<T>, carries: 'text' | 'file') => Promise<T>

/** `again`: remains first. `stuck`: the result is unknown. */
export type SendResult = 'done' | 'again' | 'offline' | 'stuck'

/** The bucket is not reachable; its later messages go first. */
export const fileAwaited = 'ERR_FILES_UNREACHABLE'

/** An internal error counts as rejected: nothing was sent, and a retry would block the others. */
export function reasonOf(error: unknown): Pick<ChannelError, 'reason' | 'message' | 'retryAfterMs'> {
  if (error instanceof ChannelError) return error
  // Nothing was sent; another node may send it.
  if (isTakenOver(error)) return { reason: 'offline', message: 'ERR_NOT_CONFIRMED' }
  if (error instanceof Unsendable) return { reason: 'refused', message: error.message }
  return { reason: 'refused', message: 'ERR_SENDING_WAPP_MSG' }
}

const limitWaitMsMax = 60_000

export const limitWaitMs = (retryAfterMs: number | undefined, attempts: number) =>
  retryAfterMs === undefined ? undefined : Math.min(retryAfterMs * 2 ** attempts, limitWaitMsMax)

/** The provider recognises what is sent again. */
export function isDeduplicated(ctx: CompanyContext, connectionId: ConnectionId | null) {
  const channel = connectionId === null ? undefined : findConnectionFacts(ctx, connectionId)?.channel
  return channel === undefined || channelRules[channel].deduplicates
}
