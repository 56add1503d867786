import { and, eq } from 'drizzle-orm'
import type { Party } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { findContactIdByIdentity, listIdentities } from '../contact.queries'
import { groupAdminTable } from '../contact.tables'
import { identityKey } from './resolve-contact'

export function setGroupAdmins(
  ctx: CompanyContext,
  groupId: ContactId,
  admins: readonly Party[],
  connectionId: ConnectionId,
) {
  ctx.transaction(() => {
    ctx.db.delete(groupAdminTable).where(eq(groupAdminTable.contactId, groupId)).run()
    addGroupAdmins(ctx, groupId, admins, connectionId)
  })
}

export function addGroupAdmins(
  ctx: CompanyContext,
  groupId: ContactId,
  members: readonly Party[],
  connectionId: ConnectionId,
) {
  const names = members.flatMap((member) => namesOf(ctx, member, connectionId))
  if (names.length === 0) return
  const rows = names.map(({ kind, value }) => ({ contactId: groupId, kind, value }))
  ctx.db.insert(groupAdminTable).values(rows).onConflictDoNothing().run()
}

export function removeGroupAdmins(
  ctx: CompanyContext,
  groupId: ContactId,
  members: readonly Party[],
  connectionId: ConnectionId,
) {
  ctx.transaction(() => {
    for (const { kind, value } of members.flatMap((member) => namesOf(ctx, member, connectionId))) {
      const isName = and(eq(groupAdminTable.kind, kind), eq(groupAdminTable.value, value))
      ctx.db
        .delete(groupAdminTable)
        .where(and(eq(groupAdminTable.contactId, groupId), isName))
        .run()
    }
  })
}

/** False if unknown. */
export function isGroupAdmin(ctx: CompanyContext, groupId: ContactId, person: Party, connectionId: ConnectionId) {
  const admins = ctx.db.select().from(groupAdminTable).where(eq(groupAdminTable.contactId, groupId)).all()
  const names = namesOf(ctx, person, connectionId)
  return admins.some((admin) => names.some(({ kind, value }) => kind === admin.kind && value === admin.value))
}

/** Also of the same person: a LID here may be a number there. */
function namesOf(ctx: CompanyContext, { addresses }: Party, connectionId: ConnectionId) {
  const given = addresses.map((address) => identityKey(ctx, address, connectionId))
  const known = given.flatMap((key) => {
    const id = findContactIdByIdentity(ctx, key)
    return id === undefined ? [] : listIdentities(ctx, id)
  })
  return [...given, ...known].map(({ kind, value }) => ({ kind, value }))
}
