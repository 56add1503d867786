import { and, eq, getTableColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { connectionTable } from '../../connection/connection.tables'
import { contactTable } from '../../contact/contact.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { WatchedTable } from '../../kernel/database/changed-rows'
import { listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { mediaTable } from '../../kernel/file/media.tables'
import type { ContactId, TicketId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import { contactTagTable, tagTable, ticketTagTable } from '../../tag/tag.tables'
import { userTable } from '../../user/user.tables'
import { ticketTable } from '../ticket.tables'

// Joined, because every list, conversation and live message shows a page of tickets with contact, owner, queue,
// connection and tags.

export const joinedSources: readonly WatchedTable[] = [
  { table: 'ticket', noted: { kind: 'ticket', id: 'id' } },
  { table: 'ticket_tag', noted: { kind: 'ticket', id: 'ticket_id' } },
  { table: 'contact', noted: { kind: 'contact', id: 'id' } },
  { table: 'contact_tag', noted: { kind: 'contact', id: 'contact_id' } },
  { table: 'tag', columns: ['name', 'color', 'kanban'] },
  { table: 'queue', columns: ['name', 'color'] },
  { table: 'user', columns: ['name'] },
  { table: 'connection', columns: ['name', 'status', 'group_as_ticket'] },
  { table: 'media', columns: ['key'] },
]

const seer = alias(userTable, 'seer')

const tickets = statement((db, { ids }: { ids: readonly TicketId[] }) => {
  const requested = listTable(ids)
  const { status, groupAsTicket } = connectionTable
  const { number, email, active, disableBot, acceptAudioMessage, lgpdAcceptedAt, isGroup } = contactTable
  return db
    .select({
      ...getTableColumns(ticketTable),
      queueName: queueTable.name,
      queueColor: queueTable.color,
      userName: userTable.name,
      seenUserName: seer.name,
      connectionName: connectionTable.name,
      connectionStatus: status,
      groupAsTicket,
      contactName: contactTable.name,
      contactNumber: number,
      contactEmail: email,
      contactActive: active,
      contactDisableBot: disableBot,
      contactAcceptAudio: acceptAudioMessage,
      contactLgpdAcceptedAt: lgpdAcceptedAt,
      contactIsGroup: isGroup,
      pictureKey: mediaTable.key,
    })
    .from(requested.table)
    .crossJoin(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .leftJoin(seer, eq(seer.id, ticketTable.seenUserId))
    .leftJoin(connectionTable, eq(connectionTable.id, ticketTable.connectionId))
    .leftJoin(mediaTable, eq(mediaTable.id, contactTable.pictureMediaId))
    .where(eq(ticketTable.id, requested.value))
})

const tag = { id: tagTable.id, name: tagTable.name, color: tagTable.color, kanban: tagTable.kanban }

// In this order: starting from lanes, SQLite would read every ticket on the board for each requested one.
const tags = {
  ofContacts: statement((db, { ids }: { ids: readonly ContactId[] }) => {
    const requested = listTable(ids)
    return db
      .select({ contactId: contactTagTable.contactId, ...tag })
      .from(requested.table)
      .crossJoin(contactTagTable)
      .crossJoin(tagTable)
      .where(and(eq(contactTagTable.contactId, requested.value), eq(tagTable.id, contactTagTable.tagId)))
  }),
  ofTickets: statement((db, { ids }: { ids: readonly TicketId[] }) => {
    const requested = listTable(ids)
    return db
      .select({ ticketId: ticketTagTable.ticketId, ...tag })
      .from(requested.table)
      .crossJoin(ticketTagTable)
      .crossJoin(tagTable)
      .where(and(eq(ticketTagTable.ticketId, requested.value), eq(tagTable.id, ticketTagTable.tagId)))
  }),
}

/** A ticket with everything that lists show except its last message. */
export type JoinedTicket = ReturnType<typeof tickets.all>[number]

/** In the order of the ids, without unknown ones. */
export const joinTickets = (ctx: CompanyContext, ids: readonly TicketId[]) => tickets.all(ctx, { ids })

/** The tags of the tickets' contacts and the lanes of the tickets. */
export function listTagsOfTickets(ctx: CompanyContext, tickets: readonly JoinedTicket[]) {
  const contactIds = [...new Set(tickets.map(({ contactId }) => contactId))]
  return {
    ofContacts: tags.ofContacts.all(ctx, { ids: contactIds }),
    ofTickets: tags.ofTickets.all(ctx, { ids: tickets.map(({ id }) => id) }),
  }
}
