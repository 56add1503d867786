import { asc, eq, getTableColumns } from 'drizzle-orm'
import { connectionTable } from '../../connection/connection.tables'
import type { WatchedTable } from '../../kernel/database/changed-rows'
import type { CompanyContext } from '../../kernel/company/company-context'
import { listTable } from '../../kernel/database/expressions'
import { rowCache } from '../../kernel/database/row-cache'
import { statement } from '../../kernel/database/statement'
import { mediaTable } from '../../kernel/file/media.tables'
import { mediaUrl } from '../../kernel/file/media-store'
import type { ContactId } from '../../kernel/ids'
import { contactTagTable, tagTable } from '../../tag/tag.tables'
import { userTable } from '../../user/user.tables'
import type { ContactView } from '../contact.answers'
import { contactExtraInfoTable, contactTable } from '../contact.tables'

const contactSources: readonly WatchedTable[] = [
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
  extraInfo: statement((db, { ids }: Requested) => {
    const requested = listTable(ids)
    return db
      .select(getTableColumns(contactExtraInfoTable))
      .from(requested.table)
      .innerJoin(contactExtraInfoTable, eq(contactExtraInfoTable.contactId, requested.value))
      .orderBy(asc(contactExtraInfoTable.id))
  }),
}

type JoinedContact = ReturnType<typeof statements.contacts.all>[number]

/** Without last message and closing brace, 0.5 KB each. */
export const contactCache = rowCache<string>(() => ({ name: 'contact', max: 4000, sources: contactSources }))

export type ContactEvent = Omit<ContactView, 'lastMessage'>

export function readContacts(ctx: CompanyContext, ids: readonly ContactId[]): ContactEvent[] {
  if (ids.length === 0) return []
  const tagsOf = groupByContact(statements.tags.all(ctx, { ids }))
  const infosOf = groupByContact(statements.extraInfo.all(ctx, { ids }))
  return statements.contacts
    .all(ctx, { ids })
    .map((row) => toView(row, { tags: tagsOf.get(row.id) ?? [], extraInfo: infosOf.get(row.id) ?? [] }))
}

function toView(
  { pictureKey, connectionName, walletName, ...row }: JoinedContact,
  own: Pick<ContactView, 'tags' | 'extraInfo'>,
): ContactEvent {
  const { connectionId, walletUserId, ...contact } = row
  return {
    ...contact,
    urlPicture: pictureKey === null ? '' : mediaUrl(pictureKey),
    lgpdAcceptedAt: row.lgpdAcceptedAt?.toISOString() ?? null,
    whatsappId: connectionId,
    whatsapp: connectionId === null ? null : { id: connectionId, name: connectionName ?? '' },
    walletUserId,
    wallet: walletUserId === null ? null : { id: walletUserId, name: walletName ?? '' },
    ...own,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function groupByContact<Row extends { contactId: number }>(rows: readonly Row[]) {
  const byContact = new Map<number, Omit<Row, 'contactId'>[]>()
  for (const { contactId, ...rest } of rows) {
    const kept = byContact.get(contactId)
    if (kept) kept.push(rest)
    else byContact.set(contactId, [rest])
  }
  return byContact
}
