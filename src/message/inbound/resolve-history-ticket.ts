import type { ContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueId } from '../../kernel/ids'
import { insertTicket } from '../../ticket/opening/insert-ticket'
import type { InboundTicket } from '../../ticket/opening/resolve-inbound-ticket'
import { findActiveTicket, findImportedTicket } from '../../ticket/ticket.queries'
import type { InboundConnection } from './inbound-message'

/** What an import of old messages requests. */
export interface ImportRules {
  groups: boolean
  queueId: QueueId | null
  /** The tickets are pending until somebody closes them. */
  waits: boolean
}

/**
 * Returns the ticket that holds the account's history with a contact. It notifies nobody. It is closed and sorts as the
 * contact's first ticket, or pending in its queue if an import requests that and the contact has no active ticket.
 */
export function resolveHistoryTicket(
  ctx: CompanyContext,
  contact: ContactRow,
  connection: InboundConnection,
  at: Date,
  rules?: ImportRules,
): InboundTicket {
  const known = findImportedTicket(ctx, contact.id, connection.id)
  if (known) return { ticket: known, change: 'existing', silent: true }
  const mayWait = rules?.waits === true && contact.active && !contact.isGroup
  const waits = mayWait && !findActiveTicket(ctx, contact.id, connection.id)
  const ticket = insertTicket(ctx, {
    contactId: contact.id,
    connectionId: connection.id,
    channel: connection.channel,
    isGroup: contact.isGroup,
    status: waits ? 'pending' : 'closed',
    queueId: rules?.queueId ?? null,
    userId: null,
    startedByUs: false,
    imported: true,
    silent: true,
    at,
  })
  return { ticket, change: 'created', silent: true }
}
