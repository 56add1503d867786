import type { ContactRow, IdentityKey } from '../../contact/contact.queries'
import { findContactIdByIdentity, getContactRow } from '../../contact/contact.queries'
import { phoneKey } from '../../kernel/text/phone-number'
import { fillContact, insertImportedContact } from '../../contact/bulk/store-imported-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, ContactId, TagId } from '../../kernel/ids'
import { addTagsToContact } from '../../tag/tag-links'
import type { RowReason } from '../contact-import.contract'

export interface ImportEntry {
  name: string
  number: string
  email: string
  extraInfo: { name: string; value: string }[]
  tagIds: TagId[]
  identities: IdentityKey[]
  remark?: RowReason
}

interface EntryOptions {
  importId: number | null
  connectionId: ConnectionId | null
  update: boolean
}

interface EntryResult {
  outcome: 'created' | 'updated' | 'ignored'
  contactId: ContactId
  reason?: RowReason
}

export const phoneIdentity = (number: string): IdentityKey => ({ scope: 0, kind: 'phone', value: phoneKey(number) })

export function findKnown(
  ctx: CompanyContext,
  { identities }: Pick<ImportEntry, 'identities'>,
): ContactRow | undefined {
  for (const identity of identities) {
    const id = findContactIdByIdentity(ctx, identity)
    if (id !== undefined) return getContactRow(ctx, id)
  }
  return undefined
}

/** Creates the contact or fills its empty fields. Idempotent. */
export function importEntry(ctx: CompanyContext, entry: ImportEntry, options: EntryOptions): EntryResult {
  const known = findKnown(ctx, entry)
  if (!known) {
    const { importId, connectionId } = options
    const contactId = insertImportedContact(ctx, { ...entry, importId, connectionId })
    addTagsToContact(ctx, contactId, entry.tagIds)
    return { outcome: 'created', contactId, reason: entry.remark }
  }
  const isFilled = options.update && fillContact(ctx, known, entry)
  const isTagged = options.update && addTagsToContact(ctx, known.id, entry.tagIds)
  if (isFilled || isTagged) return { outcome: 'updated', contactId: known.id, reason: entry.remark }
  return { outcome: 'ignored', contactId: known.id, reason: 'alreadyExists' }
}
