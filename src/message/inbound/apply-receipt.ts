import type { InboundEvent } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { findByProviderId } from '../message.queries'
import { isNotificationId } from '../send/provider-id'

type Receipt = Extract<InboundEvent, { type: 'receipt' }>

interface Changed {
  id: number
  ticket_id: number
}

const statements = perCompany(({ sqlite }) => ({
  // A receipt proves that the message was sent, so it must not be sent again.
  raise: sqlite.prepare<Changed, [number, string, number, number]>(
    `UPDATE message SET ack = ?1, send_state = NULL, send_error = NULL
     WHERE provider_id = ?2 AND connection_id = ?3 AND from_me = 1 AND ack < ?4 RETURNING id, ticket_id`,
  ),
  rename: sqlite.prepare<unknown, [string, string, number]>(
    'UPDATE OR IGNORE message SET provider_id = ? WHERE provider_id = ? AND connection_id = ? AND from_me = 1',
  ),
  refuse: sqlite.prepare<Changed, [string, string, number]>(
    `UPDATE message SET ack = -1, send_state = 'failed', send_error = ?1
     WHERE provider_id = ?2 AND connection_id = ?3 AND from_me = 1 AND ack BETWEEN 0 AND 1 RETURNING id, ticket_id`,
  ),
}))

/** Raises the delivery state of our messages; it never falls. Returns false when one of them is not stored yet. */
export function applyReceipt(ctx: CompanyContext, connection: { id: ConnectionId }, receipt: Receipt): boolean {
  const { raise, refuse, rename } = statements(ctx.company)
  const { ownId } = receipt
  // The answer with the provider's id may still be on its way, or may have been lost.
  if (ownId) rename.run(receipt.targetIds[0] ?? ownId, ownId, connection.id)
  let allKnown = true
  for (const providerId of receipt.targetIds) {
    if (isNotificationId(providerId)) continue
    const changed =
      receipt.ack === -1
        ? refuse.get((receipt.error ?? 'refused').slice(0, 500), providerId, connection.id)
        : raise.get(receipt.ack, providerId, connection.id, receipt.ack)
    if (changed) {
      const subjects = { messageId: changed.id, ticketId: changed.ticket_id }
      recordEvent(ctx, 'message.delivered', subjects, { ack: receipt.ack })
    } else if (!findByProviderId(ctx, connection.id, providerId)) allKnown = false
  }
  // Such a channel stores its messages before they are sent: an unknown one is another program's.
  return allKnown || ownId !== undefined
}
