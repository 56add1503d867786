import type { Address } from '../../channel/channel'
import { findContactIdByIdentity } from '../../contact/contact.queries'
import { identityKey } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { readStored } from '../../kernel/database/stored-json'
import type { ProviderData } from '../message.contract'

// A join, because the contact's messages on the connection are found through the tickets.
const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<{ data: string | null }, [number, number]>(
    `SELECT provider_data AS data FROM message
     WHERE id = (SELECT max((SELECT id FROM message WHERE ticket_id = ticket.id AND from_me = 0
       ORDER BY created_at DESC LIMIT 1)) FROM ticket WHERE contact_id = ? AND connection_id = ?)`,
  ),
)

/** Returns the provider's key of the contact's last message on the connection; undefined without one. */
export function findLastInboundKey(ctx: CompanyContext, connectionId: ConnectionId, of: Address) {
  const contactId = findContactIdByIdentity(ctx, identityKey(ctx, of, connectionId))
  const data = contactId === undefined ? null : newest(ctx.company).get(contactId, connectionId)?.data
  return data ? readStored<ProviderData>(data).key : undefined
}
