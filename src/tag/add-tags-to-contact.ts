import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import type { ContactId, TagId } from '../kernel/ids'
import { contactTagTable } from './tag.tables'

const insert = statement((db, { contactId, tagId }: { contactId: ContactId; tagId: TagId }) =>
  db.insert(contactTagTable).values({ contactId, tagId }).onConflictDoNothing(),
)

/** Adds plain tags without an event. Returns whether any was new to the contact. */
export function addTagsToContact(ctx: CompanyContext, contactId: ContactId, tagIds: readonly TagId[]): boolean {
  let isChanged = false
  for (const tagId of tagIds) if (insert.run(ctx, { contactId, tagId }).changes > 0) isChanged = true
  return isChanged
}
