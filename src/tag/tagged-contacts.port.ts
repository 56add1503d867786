import type { CompanyContext } from '../kernel/company-context'
import type { ContactId, TagId } from '../kernel/ids'
import type { ContactOfTag } from './tag.calls'

/** What tags need of contacts, a later domain. `compose.ts` supplies it. */
export interface TaggedContactsPort {
  isContact(ctx: CompanyContext, contactId: ContactId): boolean
  /** One page of the contacts that carry the tag, by name. */
  list(
    ctx: CompanyContext,
    tagId: TagId,
    pageNumber: number,
  ): { contacts: readonly Pick<ContactOfTag, 'id' | 'name' | 'number'>[]; hasMore: boolean }
}

declare module '../kernel/company-files' {
  interface CompanyPorts {
    taggedContacts: TaggedContactsPort
  }
}
