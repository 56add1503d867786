import { findOnlyQueue } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { InboundMessage } from '../message/inbound/inbound-message'

/** Unassigned and without a queue, or in a connection's only one. */
export function isUnclaimed(
  ctx: CompanyContext,
  { ticket, connection }: Pick<InboundMessage, 'ticket' | 'connection'>,
) {
  const { userId, queueId, isGroup, imported } = ticket
  return userId === null && !isGroup && !imported && (queueId === null || queueId === findOnlyQueue(ctx, connection.id))
}
