import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import type { ContactId } from '../kernel/ids'
import { foldText } from '../kernel/text/fold-text.contract'
import type { ContactRow, IdentityKey } from './contact.queries'
import { contactIdentityTable, contactTable } from './contact.tables'

const defaults = {
  username: '',
  email: '',
  channel: 'whatsapp',
  isGroup: false,
  disableBot: false,
  acceptAudioMessage: true,
  connectionId: null,
  walletUserId: null,
  importId: null,
} as const

type Given = Pick<ContactRow, keyof typeof defaults>
type Naming = Pick<ContactRow, 'name' | 'number'>
type Written = Naming & { searchText: string; now: Date }

const identity = (of: IdentityKey & { contactId: ContactId }) => ({
  scope: of.scope,
  kind: of.kind,
  value: of.value,
  contactId: of.contactId,
})

const statements = {
  insert: statement((db, of: Written & Given) =>
    db
      .insert(contactTable)
      .values({
        name: of.name,
        number: of.number,
        username: of.username,
        email: of.email,
        channel: of.channel,
        isGroup: of.isGroup,
        disableBot: of.disableBot,
        acceptAudioMessage: of.acceptAudioMessage,
        connectionId: of.connectionId,
        walletUserId: of.walletUserId,
        importId: of.importId,
        searchText: of.searchText,
        createdAt: of.now,
        updatedAt: of.now,
      })
      .returning({ id: contactTable.id }),
  ),
  rename: statement((db, of: Written & Pick<ContactRow, 'id' | 'email' | 'username'>) =>
    db
      .update(contactTable)
      .set({
        name: of.name,
        number: of.number,
        username: of.username,
        email: of.email,
        searchText: of.searchText,
        updatedAt: of.now,
      })
      .where(eq(contactTable.id, of.id)),
  ),
  link: statement((db, of: IdentityKey & { contactId: ContactId }) =>
    db.insert(contactIdentityTable).values(identity(of)),
  ),
  linkIfFree: statement((db, of: IdentityKey & { contactId: ContactId }) =>
    db.insert(contactIdentityTable).values(identity(of)).onConflictDoNothing(),
  ),
}

/** Ends with username and number, which `nameText` of the search cuts off. */
export function searchTextOf({ name, username, number }: { name: string; username: string; number: string }) {
  return [foldText(name).trim(), username, number].filter(Boolean).join(' ')
}

const written = (ctx: CompanyContext, naming: Naming & { username: string }) => ({
  searchText: searchTextOf(naming),
  now: ctx.now,
})

export function insertContact(ctx: CompanyContext, contact: Naming & Partial<Given>): ContactId {
  const stored = { ...defaults, ...contact }
  return statements.insert.get(ctx, { ...stored, ...written(ctx, stored) })?.id ?? 0
}

type RenamedContact = Pick<ContactRow, 'id' | 'name' | 'number' | 'username' | 'email'>

export function renameContact(ctx: CompanyContext, contact: RenamedContact) {
  statements.rename.run(ctx, { ...contact, ...written(ctx, contact) })
}

export function linkIdentity(ctx: CompanyContext, contactId: ContactId, key: IdentityKey) {
  statements.link.run(ctx, { ...key, contactId })
}

/** Leaves a taken one. */
export function linkFreeIdentity(ctx: CompanyContext, contactId: ContactId, key: IdentityKey) {
  statements.linkIfFree.run(ctx, { ...key, contactId })
}
