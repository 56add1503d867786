import type { ChatState } from '../channel/channel'
import { setTyping } from '../connection/running/connection-channel'
import { findContactAddress } from '../contact/identity/contact-address'
import { findContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { TicketRow } from '../ticket/ticket.queries'

/** Shows the contact that an answer is being written, while a service is called. Failures are ignored. */
export function showAnswering(
  ctx: CompanyContext,
  { contactId, connectionId, isGroup }: TicketRow,
  state: ChatState = 'composing',
) {
  const contact = connectionId === null || isGroup ? undefined : findContactRow(ctx, contactId)
  const address = contact && findContactAddress(ctx, contact, connectionId ?? 0)
  if (!address) return
  setTyping(ctx, connectionId ?? 0, address, state).catch(() => {})
}
