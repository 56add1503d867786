import { findOnlyQueue } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company-context'
import type { InboundMessage } from '../message/inbound/inbound-message'

/**
 * Whether a connection's bot may begin on the ticket: nobody has it, and it is in no queue but a connection's only one, which
 * its tickets get at once.
 */
export function isUnclaimed(
  ctx: CompanyContext,
  { ticket, connection }: Pick<InboundMessage, 'ticket' | 'connection'>,
) {
  const { userId, queueId, isGroup, imported } = ticket
  return userId === null && !isGroup && !imported && (queueId === null || queueId === findOnlyQueue(ctx, connection.id))
}
