import type { CompanyContext } from '../kernel/company-context'
import type { Address } from '../channel/channel'
import type { ContactId } from '../kernel/ids'

/** What contacts need of the connections, a later domain. `compose.ts` supplies the adapter. */
export interface ContactChannelPort {
  /**
   * The number in the form its provider uses. @throws Refusal ERR_WAPP_NOT_INITIALIZED without a connected connection,
   * ERR_WAPP_INVALID_CONTACT when nobody has an account under it, ERR_WAPP_CHECK_CONTACT when it could not be found out
   */
  checkNumber(ctx: CompanyContext, number: string): Promise<CheckedNumber>
  /** Fetches the contact's picture anew and answers its path, empty when there is none. @throws Refusal as above */
  fetchProfile(ctx: CompanyContext, contactId: ContactId): Promise<{ profilePicUrl: string }>
  /** Other addresses of the same person, as the provider has told them; nothing is asked of it. */
  otherNames(ctx: CompanyContext, address: Address): Address[]
}

export interface CheckedNumber {
  number: string
  exists: true
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    contactChannel: ContactChannelPort
  }
}

export const contactChannel = (ctx: CompanyContext): ContactChannelPort => ctx.company.services.ports.contactChannel
