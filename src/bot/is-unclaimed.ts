import { findOnlyQueue } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { InboundMessage } from '../message/inbound/inbound-message'

/**
 * Whether a connection's bot may start on the ticket: it is unassigned and in no queue, except a connection's only
 * one, which is assigned at once.
 */
export function isUnclaimed(
  ctx: CompanyContext,
  { ticket, connection }: Pick<InboundMessage, 'ticket' | 'connection'>,
) {
  const { userId, queueId, isGroup, imported } = ticket
  return userId === null && !isGroup && !imported && (queueId === null || queueId === findOnlyQueue(ctx, connection.id))
}
