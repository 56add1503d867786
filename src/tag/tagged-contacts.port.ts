import type { CompanyContext } from '../kernel/company/company-context'
import type { ContactId, TagId } from '../kernel/ids'
import type { ContactOfTag } from './tag.calls'

/** What tags need from contacts, a later domain. Implemented in `compose.ts`. */
export interface TaggedContactsPort {
  isContact(ctx: CompanyContext, contactId: ContactId): boolean
  /** Returns one page of contacts with the tag, by name. */
  list(
    ctx: CompanyContext,
    tagId: TagId,
    pageNumber: number,
  ): { contacts: readonly Pick<ContactOfTag, 'id' | 'name' | 'number'>[]; hasMore: boolean }
}

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    taggedContacts: TaggedContactsPort
  }
}
