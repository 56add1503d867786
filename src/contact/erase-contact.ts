import { eq } from 'drizzle-orm'
import type { LongWork } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import { deleteMedia } from '../kernel/file/media-store'
import type { Person } from '../kernel/person/person-data'
import { findContactRow, getContactRow } from './contact.queries'
import { contactExtraInfoTable, contactIdentityTable, contactTable } from './contact.tables'

const nothing = { name: '', number: '', username: '', email: '', searchText: '' }
const unlinked = { walletUserId: null, pictureMediaId: null, lgpdAcceptedAt: null, importId: null }

/** Whoever writes again from the address is a new contact. */
export function detachContact(ctx: CompanyContext, { contactId }: Person) {
  const { pictureMediaId } = getContactRow(ctx, contactId)
  recordEvent(ctx, 'contact.erased', { contactId }, {})
  deleteMedia(ctx, pictureMediaId)
  ctx.db.delete(contactIdentityTable).where(eq(contactIdentityTable.contactId, contactId)).run()
  ctx.db.delete(contactExtraInfoTable).where(eq(contactExtraInfoTable.contactId, contactId)).run()
  ctx.db
    .update(contactTable)
    .set({ ...nothing, ...unlinked, updatedAt: ctx.now })
    .where(eq(contactTable.id, contactId))
    .run()
}

export const eraseContact = (ctx: CompanyContext, { contactId }: Person): LongWork<true> => ({
  next: () => (findContactRow(ctx, contactId) ? [true] : []),
  work() {
    recordEvent(ctx, 'contact.deleted', { contactId }, { name: '' })
    ctx.db.delete(contactTable).where(eq(contactTable.id, contactId)).run()
  },
})
