import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { ContactId, TagId } from '../kernel/ids'

const insert = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [number, number]>('INSERT OR IGNORE INTO contact_tag (contact_id, tag_id) VALUES (?, ?)'),
)

/** Adds plain tags without an event. Returns whether any was new to the contact. */
export function addTagsToContact(ctx: CompanyContext, contactId: ContactId, tagIds: readonly TagId[]): boolean {
  let isChanged = false
  for (const tagId of tagIds) if (insert(ctx.company).run(contactId, tagId).changes > 0) isChanged = true
  return isChanged
}
