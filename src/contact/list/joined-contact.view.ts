import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { connectionTable } from '../../connection/connection.tables'
import type { WatchedTable } from '../../kernel/database/changed-rows'
import type { CompanyContext } from '../../kernel/company/company-context'
import { listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { mediaTable } from '../../kernel/file/media.tables'
import type { ContactId, TagId } from '../../kernel/ids'
import { contactTagTable, tagTable } from '../../tag/tag.tables'
import { userTable } from '../../user/user.tables'
import { contactTable } from '../contact.tables'

export const contactSources: readonly WatchedTable[] = [
  { table: 'contact', noted: { kind: 'contact', id: 'id' } },
  { table: 'contact_tag', noted: { kind: 'contact', id: 'contact_id' } },
  { table: 'contact_extra_info', noted: { kind: 'contact', id: 'contact_id' } },
  { table: 'tag', columns: ['name', 'color'] },
  { table: 'user', columns: ['name'] },
  { table: 'connection', columns: ['name'] },
  { table: 'media', columns: ['key'] },
]

interface Requested {
  ids: readonly ContactId[]
}

const statements = {
  contacts: statement((db, { ids }: Requested) => {
    const requested = listTable(ids)
    const { id, name, number, username, email, channel, isGroup, active, disableBot, acceptAudioMessage } = contactTable
    const { lgpdAcceptedAt, connectionId, walletUserId, createdAt, updatedAt } = contactTable
    return db
      .select({
        id,
        name,
        number,
        username,
        email,
        channel,
        isGroup,
        active,
        disableBot,
        acceptAudioMessage,
        lgpdAcceptedAt,
        connectionId,
        connectionName: connectionTable.name,
        walletUserId,
        walletName: userTable.name,
        pictureKey: mediaTable.key,
        createdAt,
        updatedAt,
      })
      .from(requested.table)
      .innerJoin(contactTable, eq(id, requested.value))
      .leftJoin(connectionTable, eq(connectionTable.id, connectionId))
      .leftJoin(mediaTable, eq(mediaTable.id, contactTable.pictureMediaId))
      .leftJoin(userTable, eq(userTable.id, walletUserId))
      .orderBy(requested.index)
  }),
  tags: statement((db, { ids }: Requested) => {
    const requested = listTable(ids)
    const { id, name, color } = tagTable
    return db
      .select({ contactId: contactTagTable.contactId, id, name, color })
      .from(requested.table)
      .innerJoin(contactTagTable, eq(contactTagTable.contactId, requested.value))
      .innerJoin(tagTable, eq(id, contactTagTable.tagId))
  }),
}

export type JoinedContact = ReturnType<typeof joinContacts>[number]

export const joinContacts = (ctx: CompanyContext, ids: readonly ContactId[]) => statements.contacts.all(ctx, { ids })

export const listTagsOfContacts = (ctx: CompanyContext, ids: readonly ContactId[]) => statements.tags.all(ctx, { ids })

export const hasTag = (contactId: AnyColumn | SQL, tagId: TagId): SQL =>
  sql`${contactId} IN (SELECT ${contactTagTable.contactId} FROM ${contactTagTable} WHERE ${eq(contactTagTable.tagId, tagId)})`
