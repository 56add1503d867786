import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { phoneKey } from '../../kernel/text/phone-number'
import { assertReachesContact } from '../../tag/tag-links'
import { findContactByNumber, getContactRow } from '../contact.queries'
import { contactIdentityTable, contactTable } from '../contact.tables'
import { isUnnamed } from '../identity/contact-name'
import { searchTextOf } from '../store-contact'
import { mergeContacts } from '../merge/merge-contacts'

/** Merges the contact that has it. @throws Refusal ERR_NO_PERMISSION for an agent who sees no conversation of one */
export function moveToNumber(ctx: CompanyContext, contactId: ContactId, number: string, numberSince: Date) {
  ctx.transaction(() => {
    assertReachesContact(ctx, contactId)
    const holder = findContactByNumber(ctx, number)
    if (holder && holder.id !== contactId) {
      assertReachesContact(ctx, holder.id)
      mergeContacts(ctx, holder.id, contactId)
    }
    const { kind, value, contactId: ofContact } = contactIdentityTable
    const key = phoneKey(number)
    ctx.db
      .delete(contactIdentityTable)
      .where(and(eq(ofContact, contactId), eq(kind, 'phone'), ne(value, key)))
      .run()
    ctx.db.insert(contactIdentityTable).values({ kind: 'phone', value: key, contactId }).onConflictDoNothing().run()
    const contact = getContactRow(ctx, contactId)
    const name = isUnnamed(contact) ? number : contact.name
    ctx.db
      .update(contactTable)
      .set({ name, number, numberSince, searchText: searchTextOf({ ...contact, name, number }), updatedAt: ctx.now })
      .where(eq(contactTable.id, contactId))
      .run()
    recordEvent(ctx, 'contact.updated', { contactId }, {})
  })
}
