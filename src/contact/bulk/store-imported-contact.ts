import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { isUnnamed } from '../identity/contact-name'
import type { ContactRow, IdentityKey } from '../contact.queries'
import { searchTextOf } from '../list/search-text'

interface ImportedContact {
  name: string
  number: string
  email: string
  extraInfo: readonly { name: string; value: string }[]
  identities: readonly IdentityKey[]
  connectionId: ConnectionId | null
  importId: number | null
}

const statements = perCompany(({ sqlite }) => ({
  insert: sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO contact (name, number, email, connection_id, import_id, search_text, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) RETURNING id`,
  ),
  link: sqlite.prepare<unknown, (string | number)[]>(
    'INSERT OR IGNORE INTO contact_identity (scope, kind, value, contact_id) VALUES (?, ?, ?, ?)',
  ),
  addInfo: sqlite.prepare<unknown, (string | number)[]>(
    `INSERT INTO contact_extra_info (contact_id, name, value) SELECT ?1, ?2, ?3
     WHERE NOT EXISTS (SELECT 1 FROM contact_extra_info WHERE contact_id = ?1 AND name = ?2)`,
  ),
  fill: sqlite.prepare<unknown, (string | number)[]>(
    'UPDATE contact SET name = ?, email = ?, search_text = ?, updated_at = ? WHERE id = ?',
  ),
  ofImport: sqlite.prepare<{ id: number }, [number, number, number]>(
    'SELECT id FROM contact WHERE import_id = ? AND id > ? ORDER BY id LIMIT ?',
  ),
  remove: sqlite.prepare<unknown, [number]>('DELETE FROM contact WHERE id = ?'),
}))

/** Creates a contact without an event, since an import of a hundred thousand publishes its progress instead. */
export function insertImportedContact(ctx: CompanyContext, contact: ImportedContact): ContactId {
  const { insert, link, addInfo } = statements(ctx.company)
  const { name, number, email, connectionId, importId } = contact
  const row = insert.get(name, number, email, connectionId, importId, searchTextOf(name, number), ctx.now.getTime())
  const id = row?.id ?? 0
  for (const { scope, kind, value } of contact.identities) link.run(scope, kind, value, id)
  for (const info of contact.extraInfo) addInfo.run(id, info.name, info.value)
  return id
}

/** Fills a known contact's missing name, e-mail and additional fields. Returns whether anything changed. */
export function fillContact(
  ctx: CompanyContext,
  contact: ContactRow,
  given: Pick<ImportedContact, 'name' | 'email' | 'extraInfo'>,
): boolean {
  const { fill, addInfo } = statements(ctx.company)
  const name = isUnnamed(contact) && given.name !== '' ? given.name : contact.name
  const email = contact.email === '' ? given.email : contact.email
  let isChanged = name !== contact.name || email !== contact.email
  if (isChanged) fill.run(name, email, searchTextOf(name, contact.number), ctx.now.getTime(), contact.id)
  for (const info of given.extraInfo) {
    if (addInfo.run(contact.id, info.name, info.value).changes > 0) isChanged = true
  }
  return isChanged
}

/** Lists contacts created by an import, in order, after the given one. */
export function listImportedContacts(ctx: CompanyContext, importId: number, afterId: ContactId, limit: number) {
  return statements(ctx.company)
    .ofImport.all(importId, afterId, limit)
    .map(({ id }) => id)
}

/** Records no event: the import publishes one for all its contacts. */
export function removeImportedContact(ctx: CompanyContext, id: ContactId) {
  statements(ctx.company).remove.run(id)
}
