import { channelRules } from '../../channel/channel-rules.contract'
import { findChannel } from '../../connection/running/connection-channel'
import { listConnections } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId } from '../../kernel/ids'
import { findContactAddress } from './contact-address'
import { getContactRow } from '../contact.queries'

/**
 * Lists the connections that can reach the contact, whether or not they are connected.
 * @throws Refusal ERR_NO_CONTACT_FOUND
 */
export function listReachableConnections(ctx: CompanyContext, contactId: ContactId) {
  const contact = getContactRow(ctx, contactId)
  return listConnections(ctx)
    .filter(({ id }) => findContactAddress(ctx, contact, id) !== undefined)
    .map(({ id, name, channel, isDefault }) => {
      const connected = findChannel(ctx, id) !== undefined || channelRules[channel].connectedBy === undefined
      return { id, name, channel, isDefault, connected }
    })
}
