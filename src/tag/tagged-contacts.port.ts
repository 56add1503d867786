import type { CompanyContext } from '../kernel/company/company-context'
import type { ContactId, TagId } from '../kernel/ids'
import type { ContactOfTag } from './tag.record'

interface TaggedContactsPort {
  isContact(ctx: CompanyContext, contactId: ContactId): boolean
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
