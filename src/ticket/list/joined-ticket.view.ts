import type { CompanyContext } from '../../kernel/company/company-context'
import type { WatchedTable } from '../../kernel/database/changed-rows'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketId } from '../../kernel/ids'
import type { TicketView } from '../ticket.answers'

// Joined, because every list, conversation and live message shows a page of tickets with contact, owner, queue,
// connection and tags.

/** A ticket with everything that lists show except its last message. */
export interface JoinedTicket {
  id: number
  uuid: string
  status: TicketView['status']
  contactId: number
  channel: TicketView['channel']
  connectionId: number | null
  queueId: number | null
  userId: number | null
  isGroup: number
  unreadMessages: number
  lastMessage: string
  isBot: number
  /** JSON of the `BotState`. */
  automation: string | null
  useIntegration: number
  amount: number | null
  rating: number | null
  createdAt: number
  updatedAt: number
  queuedAt: number | null
  queueName: string | null
  queueColor: string | null
  userName: string | null
  connectionName: string | null
  connectionStatus: string | null
  groupAsTicket: number | null
  contactName: string
  contactNumber: string
  contactEmail: string
  contactActive: number
  contactDisableBot: number
  contactAcceptAudio: number
  contactLgpdAcceptedAt: number | null
  contactIsGroup: number
  pictureKey: string | null
  lastMessageId: number | null
  snoozedUntil: number | null
  seenUserId: number | null
  seenUserName: string | null
}

const joinedColumns = `t.id, t.uuid, t.status, t.contact_id AS contactId, t.channel, t.connection_id AS connectionId,
  t.queue_id AS queueId, t.user_id AS userId, t.is_group AS isGroup, t.unread_messages AS unreadMessages,
  t.last_message AS lastMessage, t.is_bot AS isBot, t.automation, t.use_integration AS useIntegration, t.amount, t.rating,
  t.created_at AS createdAt, t.updated_at AS updatedAt, t.queued_at AS queuedAt, q.name AS queueName, q.color AS queueColor,
  u.name AS userName, n.name AS connectionName, n.status AS connectionStatus, n.group_as_ticket AS groupAsTicket, c.name AS contactName,
  c.number AS contactNumber, c.email AS contactEmail, c.active AS contactActive, c.disable_bot AS contactDisableBot,
  c.accept_audio_message AS contactAcceptAudio, c.lgpd_accepted_at AS contactLgpdAcceptedAt, c.is_group AS contactIsGroup,
  p.key AS pictureKey, t.last_message_id AS lastMessageId, t.snoozed_until AS snoozedUntil, t.seen_user_id AS seenUserId, s.name AS seenUserName`

const joinedTables = `JOIN contact c ON c.id = t.contact_id
  LEFT JOIN queue q ON q.id = t.queue_id
  LEFT JOIN user u ON u.id = t.user_id
  LEFT JOIN user s ON s.id = t.seen_user_id
  LEFT JOIN connection n ON n.id = t.connection_id
  LEFT JOIN media p ON p.id = c.picture_media_id`

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

/** A tag of a contact, or the lane of a ticket. */
export interface TagOfTicket {
  contactId: number | null
  ticketId: number | null
  id: number
  name: string
  color: string
  kanban: number
}

const statements = perCompany(({ sqlite }) => ({
  tickets: sqlite.prepare<JoinedTicket, [string]>(
    `SELECT ${joinedColumns} FROM json_each(?) requested CROSS JOIN ticket t ON t.id = requested.value ${joinedTables}`,
  ),
  // In this order: starting from lanes, SQLite would read every ticket on the board for each requested one.
  tags: sqlite.prepare<TagOfTicket, [string, string]>(
    `SELECT l.contact_id AS contactId, NULL AS ticketId, g.id, g.name, g.color, g.kanban FROM json_each(?1) requested
       CROSS JOIN contact_tag l ON l.contact_id = requested.value CROSS JOIN tag g ON g.id = l.tag_id
     UNION ALL
     SELECT NULL, l.ticket_id, g.id, g.name, g.color, g.kanban FROM json_each(?2) requested
       CROSS JOIN ticket_tag l ON l.ticket_id = requested.value CROSS JOIN tag g ON g.id = l.tag_id`,
  ),
}))

/** In the order of the ids, without unknown ones. */
export function joinTickets(ctx: CompanyContext, ids: readonly TicketId[]): JoinedTicket[] {
  return statements(ctx.company).tickets.all(JSON.stringify(ids))
}

export function listTagsOfTickets(ctx: CompanyContext, tickets: readonly JoinedTicket[]): TagOfTicket[] {
  const contactIds = [...new Set(tickets.map(({ contactId }) => contactId))]
  const ticketIds = tickets.map(({ id }) => id)
  return statements(ctx.company).tags.all(JSON.stringify(contactIds), JSON.stringify(ticketIds))
}
