import { and, desc, eq, sql } from 'drizzle-orm'
import { findProvider } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { required } from '../kernel/errors'
import type { ConnectionId, ContactId } from '../kernel/ids'
import { contactExtraInfoTable, contactIdentityTable, contactTable, type IdentityKind } from './contact.tables'
import { phoneKey } from '../kernel/text/phone-number'

export type ContactRow = typeof contactTable.$inferSelect

export interface IdentityKey {
  /** 0: on every connection, see `scopeOf`. */
  scope: number
  kind: IdentityKind
  value: string
}

const { id, isGroup, number } = contactTable
const { scope, kind, value, contactId } = contactIdentityTable

interface ById {
  id: ContactId
}

const statements = {
  byId: statement((db, of: ById) => db.select().from(contactTable).where(eq(id, of.id))),
  byIdentity: statement((db, of: IdentityKey) =>
    db
      .select({ contactId })
      .from(contactIdentityTable)
      .where(and(eq(scope, of.scope), eq(kind, of.kind), eq(value, of.value))),
  ),
  identities: statement((db, of: ById) =>
    db.select({ scope, kind, value }).from(contactIdentityTable).where(eq(contactId, of.id)),
  ),
  extraInfo: statement((db, of: ById) =>
    db.select().from(contactExtraInfoTable).where(eq(contactExtraInfoTable.contactId, of.id)),
  ),
  isGroup: statement((db, of: ById) => db.select({ isGroup }).from(contactTable).where(eq(id, of.id))),
}

export function findContactRow(ctx: CompanyContext, id: ContactId): ContactRow | undefined {
  return statements.byId.get(ctx, { id })
}

export function getContactRow(ctx: CompanyContext, id: ContactId): ContactRow {
  return required(findContactRow(ctx, id), 'ERR_NO_CONTACT_FOUND')
}

export const findContactIdByIdentity = (ctx: CompanyContext, key: IdentityKey): ContactId | undefined =>
  statements.byIdentity.get(ctx, key)?.contactId

export const phoneIdentity = (number: string): IdentityKey => ({ scope: 0, kind: 'phone', value: phoneKey(number) })

/** The partial index's condition, without which SQLite does not use it. */
export const hasNumberTail = (tail: string) =>
  and(eq(isGroup, false), sql`length(${number}) >= 8`, sql`substr(${number}, -8) = ${tail}`)

export function findContactByNumber(ctx: CompanyContext, number: string): ContactRow | undefined {
  const id = findContactIdByIdentity(ctx, phoneIdentity(number))
  return id === undefined ? undefined : findContactRow(ctx, id)
}

export function listIdentities(ctx: CompanyContext, contactId: ContactId): IdentityKey[] {
  return statements.identities.all(ctx, { id: contactId })
}

const fieldRowsMax = 20_000

export function listContactFields({ db }: CompanyContext): string[] {
  const { id, name } = contactExtraInfoTable
  const latest = db.select({ name }).from(contactExtraInfoTable).orderBy(desc(id)).limit(fieldRowsMax).as('latest')
  const rows = db.selectDistinct({ name: latest.name }).from(latest).all()
  return rows.map((row) => row.name)
}

export function listExtraInfo(ctx: CompanyContext, contactId: ContactId) {
  return statements.extraInfo.all(ctx, { id: contactId })
}

/** Scoped identities belong to one connection, or to the connections of one business account, and are valid only there. */
export function scopeOf(ctx: CompanyContext, kind: IdentityKind, connectionId: ConnectionId) {
  if (kind === 'bsuid') return findProvider(ctx, connectionId)?.identityScope?.(ctx, connectionId) ?? connectionId
  return kind === 'page-scoped' ? connectionId : 0
}

/** Reads one column, because it is checked for every new contact. */
export function isGroupContact(ctx: CompanyContext, id: ContactId) {
  return statements.isGroup.get(ctx, { id })?.isGroup === true
}
