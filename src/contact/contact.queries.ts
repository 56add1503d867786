import { eq, sql } from 'drizzle-orm'
import { findProvider } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { rowReader } from '../kernel/database/row-reader'
import { required } from '../kernel/errors'
import type { ConnectionId, ContactId } from '../kernel/ids'
import { contactExtraInfoTable, contactTable, type IdentityKind } from './contact.tables'
import { phoneKey } from '../kernel/text/phone-number'

export type ContactRow = typeof contactTable.$inferSelect

/** A provider's identifier of a person, as stored. */
export interface IdentityKey {
  /** 0 if the identifier means the same person on every connection, see `scopeOf`. */
  scope: number
  kind: IdentityKind
  value: string
}

const statements = perCompany(({ sqlite }) => ({
  byId: rowReader(sqlite, contactTable, 'id = ?'),
  byIdentity: sqlite.prepare<{ contactId: ContactId }, [number, string, string]>(
    'SELECT contact_id AS contactId FROM contact_identity WHERE scope = ? AND kind = ? AND value = ?',
  ),
  identities: sqlite.prepare<IdentityKey, [number]>(
    'SELECT scope, kind, value FROM contact_identity WHERE contact_id = ?',
  ),
}))

export function findContactRow(ctx: CompanyContext, id: ContactId): ContactRow | undefined {
  return statements(ctx.company).byId(id)
}

export function getContactRow(ctx: CompanyContext, id: ContactId): ContactRow {
  return required(findContactRow(ctx, id), 'ERR_NO_CONTACT_FOUND')
}

export function findContactIdByIdentity(
  ctx: CompanyContext,
  { scope, kind, value }: IdentityKey,
): ContactId | undefined {
  return statements(ctx.company).byIdentity.get(scope, kind, value)?.contactId
}

/** Finds the contact of a phone number, with or without the Brazilian ninth digit. */
export function findContactByNumber(ctx: CompanyContext, number: string): ContactRow | undefined {
  const id = findContactIdByIdentity(ctx, { scope: 0, kind: 'phone', value: phoneKey(number) })
  return id === undefined ? undefined : findContactRow(ctx, id)
}

export function listIdentities(ctx: CompanyContext, contactId: ContactId): IdentityKey[] {
  return statements(ctx.company).identities.all(contactId)
}

const extraInfo = perCompany(({ db }) =>
  db
    .select()
    .from(contactExtraInfoTable)
    .where(eq(contactExtraInfoTable.contactId, sql.placeholder('contactId')))
    .prepare(),
)

/** Rows read for the names of additional fields, because companies may have millions. */
const fieldRowsMax = 20_000

/** Returns the names of additional fields of the contacts, those of the latest if there are many. */
export function listContactFields({ company }: CompanyContext): string[] {
  return company.sqlite
    .query<{ name: string }, [number]>(
      'SELECT DISTINCT name FROM (SELECT name FROM contact_extra_info ORDER BY id DESC LIMIT ?)',
    )
    .all(fieldRowsMax)
    .map(({ name }) => name)
}

export function listExtraInfo(ctx: CompanyContext, contactId: ContactId) {
  return extraInfo(ctx.company).all({ contactId })
}

/** Scoped identities belong to one connection, or to the connections of one business account, and are valid only there. */
export function scopeOf(ctx: CompanyContext, kind: IdentityKind, connectionId: ConnectionId) {
  if (kind === 'bsuid') return findProvider(ctx, connectionId)?.identityScope?.(ctx, connectionId) ?? connectionId
  return kind === 'page-scoped' ? connectionId : 0
}

const groupFlag = perCompany(({ sqlite }) =>
  sqlite.prepare<{ yes: number }, [number]>('SELECT is_group AS yes FROM contact WHERE id = ?'),
)

/** Reads one column, because it is checked for every new contact. */
export function isGroupContact(ctx: CompanyContext, id: ContactId) {
  return groupFlag(ctx.company).get(id)?.yes === 1
}
