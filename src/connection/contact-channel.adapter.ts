import type { Address } from '../channel/channel'
import type { ContactChannelPort } from '../contact/contact-channel.port'
import { findContactAddress } from '../contact/contact-address'
import { getContactRow } from '../contact/contact.queries'
import { setContactPicture } from '../contact/set-contact-picture'
import type { CompanyContext } from '../kernel/company-context'
import { createContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { ConnectionId, ContactId } from '../kernel/ids'
import { mediaUrlOf, stageFile } from '../kernel/media-store'
import { checkNumber, findChannel, findConnectionToAsk, openChannel } from './connection-channel'

/** Serves contacts from the running connections. */
export const contactChannelAdapter: ContactChannelPort = {
  async checkNumber(ctx, number) {
    const party = (await checkNumber(ctx, number)) ?? refuse('ERR_WAPP_INVALID_CONTACT')
    const phone = party.addresses.find(({ kind }) => kind === 'phone')
    return { number: phone?.value ?? number.replace(/\D/g, ''), exists: true }
  },
  async fetchProfile(ctx, contactId) {
    const { address, connectionId } = reach(ctx, contactId)
    const bytes = await openChannel(ctx, connectionId)
      .fetchPicture(address)
      .catch(() => refuse('ERR_WAPP_CHECK_CONTACT'))
    const file = bytes ? await stageFile(ctx, bytes, 'profile.jpg', 'image/jpeg') : undefined
    // The provider took its time: the change belongs to now, and the contact may be gone.
    const now = createContext(ctx.company, ctx.actor)
    setContactPicture(now, contactId, file)
    return { profilePicUrl: mediaUrlOf(now, getContactRow(now, contactId).pictureMediaId) }
  },
  otherNames: (ctx, address) => ctx.company.services.ports.connections.otherNames(ctx, address),
}

/** The connection the contact came by if it is up, else the one that is asked for everything. */
function reach(ctx: CompanyContext, contactId: ContactId): { address: Address; connectionId: ConnectionId } {
  const contact = getContactRow(ctx, contactId)
  const own = contact.connectionId !== null && findChannel(ctx, contact.connectionId) ? contact.connectionId : undefined
  const connectionId = own ?? findConnectionToAsk(ctx) ?? refuse('ERR_WAPP_NOT_INITIALIZED')
  const address = findContactAddress(ctx, contact, connectionId) ?? refuse('ERR_WAPP_INVALID_CONTACT')
  return { address, connectionId }
}
