import { and, eq, inArray, or } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { inList } from '../kernel/database/expressions'
import { mediaTable } from '../kernel/file/media.tables'
import type { PersonData, Person } from '../kernel/person/person-data'
import { phoneSpellings } from '../kernel/text/phone-number'
import {
  type ContactRow,
  findContactIdByIdentity,
  hasNumberTail,
  phoneIdentity,
  findContactRow,
  getContactRow,
} from './contact.queries'
import {
  contactApartTable,
  contactExtraInfoTable,
  contactIdentityTable,
  contactMergeTable,
  contactSearchTable,
  contactTable,
  groupAdminTable,
} from './contact.tables'
import type { LongWork } from '../kernel/company/batches'
import { recordEvent } from '../kernel/event/event-log'
import { deleteMedia } from '../kernel/file/media-store'

const nothing = { name: '', number: '', username: '', email: '', searchText: '' }
const unlinked = { walletUserId: null, pictureMediaId: null, lgpdAcceptedAt: null, importId: null }

/** Whoever writes again from the address is a new contact. */
function detachContact(ctx: CompanyContext, { contactId }: Person) {
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

const eraseContact = (ctx: CompanyContext, { contactId }: Person): LongWork<true> => ({
  next: () => (findContactRow(ctx, contactId) ? [true] : []),
  work() {
    recordEvent(ctx, 'contact.deleted', { contactId }, { name: '' })
    ctx.db.delete(contactTable).where(eq(contactTable.id, contactId)).run()
  },
})

const { fromContactId, intoContactId } = contactMergeTable
const { oneId, otherId } = contactApartTable

export const contactPerson: PersonData = {
  rows: [
    { table: contactTable, match: ({ contactId }) => eq(contactTable.id, contactId), erase: 'work' },
    {
      table: contactSearchTable,
      match: ({ contactId }) => eq(contactSearchTable.rowid, contactId),
      erase: 'work',
      unreadable: 'The index of names and numbers.',
    },
    {
      table: contactIdentityTable,
      match: ({ contactId }) => eq(contactIdentityTable.contactId, contactId),
      erase: 'cascade',
    },
    {
      table: contactExtraInfoTable,
      match: ({ contactId }) => eq(contactExtraInfoTable.contactId, contactId),
      erase: 'cascade',
    },
    { table: groupAdminTable, match: ({ addresses }) => inList(groupAdminTable.value, addresses), erase: 'rows' },
    {
      table: contactMergeTable,
      match: ({ contactId }) => or(eq(fromContactId, contactId), eq(intoContactId, contactId)),
      erase: 'rows',
    },
    {
      table: contactApartTable,
      match: ({ contactId }) => or(eq(oneId, contactId), eq(otherId, contactId)),
      erase: 'cascade',
    },
    {
      table: mediaTable,
      match: ({ contactId }) => and(eq(mediaTable.kind, 'contact'), eq(mediaTable.ownerId, contactId)),
      erase: 'work',
    },
  ],
  begin: detachContact,
  erase: [eraseContact],
}

/** The people of a phone number, with and without Brazil's ninth digit, on all channels. */
export function listContactsOfNumber(ctx: CompanyContext, number: string): ContactRow[] {
  const spellings = phoneSpellings(number).filter((one) => one.length >= 8)
  const known = findContactIdByIdentity(ctx, phoneIdentity(number))
  const isKnown = known === undefined ? undefined : eq(contactTable.id, known)
  const isNumbered = spellings.map((one) => and(hasNumberTail(one.slice(-8)), inArray(contactTable.number, spellings)))
  const found = or(isKnown, ...isNumbered)
  const rows = found ? ctx.db.select().from(contactTable).where(found).orderBy(contactTable.id).all() : []
  return rows.filter(({ isGroup }) => !isGroup)
}
