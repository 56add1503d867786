import { and, asc, eq, gt } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { isUnnamed } from '../identity/contact-name'
import type { ContactRow, IdentityKey } from '../contact.queries'
import { contactExtraInfoTable, contactTable } from '../contact.tables'
import { insertContact, linkFreeIdentity, renameContact } from '../store-contact'

interface ImportedContact {
  name: string
  number: string
  email: string
  extraInfo: readonly { name: string; value: string }[]
  identities: readonly IdentityKey[]
  connectionId: ConnectionId | null
  importId: number | null
}

const { id, importId } = contactTable
const { contactId, name } = contactExtraInfoTable

interface OfInfo {
  contactId: ContactId
  name: string
}

const statements = {
  hasInfo: statement((db, of: OfInfo) =>
    db
      .select({ name })
      .from(contactExtraInfoTable)
      .where(and(eq(contactId, of.contactId), eq(name, of.name)))
      .limit(1),
  ),
  addInfo: statement((db, of: OfInfo & { value: string }) =>
    db.insert(contactExtraInfoTable).values({ contactId: of.contactId, name: of.name, value: of.value }),
  ),
  ofImport: statement((db, of: { importId: number; after: ContactId; max: number }) =>
    db
      .select({ id })
      .from(contactTable)
      .where(and(eq(importId, of.importId), gt(id, of.after)))
      .orderBy(asc(id))
      .limit(of.max),
  ),
  remove: statement((db, of: { id: ContactId }) => db.delete(contactTable).where(eq(id, of.id))),
}

function addInfo(ctx: CompanyContext, info: OfInfo & { value: string }) {
  if (statements.hasInfo.get(ctx, info)) return false
  statements.addInfo.run(ctx, info)
  return true
}

/** A hundred thousand events would be too many. */
export function insertImportedContact(ctx: CompanyContext, contact: ImportedContact): ContactId {
  const { identities, extraInfo, ...row } = contact
  const contactId = insertContact(ctx, row)
  for (const key of identities) linkFreeIdentity(ctx, contactId, key)
  for (const info of extraInfo) addInfo(ctx, { ...info, contactId })
  return contactId
}

/** Fills missing data only. Returns whether anything changed. */
export function fillContact(
  ctx: CompanyContext,
  contact: ContactRow,
  given: Pick<ImportedContact, 'name' | 'email' | 'extraInfo'>,
): boolean {
  const name = isUnnamed(contact) && given.name !== '' ? given.name : contact.name
  const email = contact.email === '' ? given.email : contact.email
  let isChanged = name !== contact.name || email !== contact.email
  if (isChanged) renameContact(ctx, { ...contact, name, email })
  for (const info of given.extraInfo) {
    if (addInfo(ctx, { ...info, contactId: contact.id })) isChanged = true
  }
  return isChanged
}

export function listImportedContacts(ctx: CompanyContext, importId: number, afterId: ContactId, limit: number) {
  return statements.ofImport.all(ctx, { importId, after: afterId, max: limit }).map(({ id }) => id)
}

export function removeImportedContact(ctx: CompanyContext, id: ContactId) {
  statements.remove.run(ctx, { id })
}
