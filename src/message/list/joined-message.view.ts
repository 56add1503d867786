import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { MessageId } from '../../kernel/ids'
import type { MediaType, SendState } from '../message.contract'

export interface JoinedMessage {
  id: number
  clientId: string | null
  ticketId: number
  uuid: string
  queueId: number | null
  connectionId: number | null
  queueName: string | null
  queueColor: string | null
  body: string
  fromMe: number
  ack: number
  sendState: SendState | null
  sendError: string | null
  mediaType: MediaType | null
  mediaKey: string | null
  isPrivate: number
  isDeleted: number
  editedAt: number | null
  isForwarded: number
  quotedId: number | null
  contactId: number | null
  contactName: string | null
  contactNumber: string | null
  pictureKey: string | null
  userId: number | null
  userName: string | null
  isAutomatic: number
  data: string | null
  createdAt: number
}

export interface Reaction {
  messageId: number
  emoji: string
  author: number
  name: string | null
  number: string | null
}

export interface Quoted {
  id: number
  body: string
  fromMe: number
  mediaType: MediaType | null
  mediaKey: string | null
  isDeleted: number
  contactId: number | null
  contactName: string | null
  contactNumber: string | null
  userId: number | null
  userName: string | null
  fileName: string | null
}

// A join, because a conversation shows pages of messages with their author, ticket and queue.
const statements = perCompany(({ sqlite }) => ({
  messages: sqlite.prepare<JoinedMessage, [string]>(
    `SELECT m.id, m.client_id AS clientId, m.ticket_id AS ticketId, t.uuid, t.queue_id AS queueId, t.connection_id AS connectionId, q.name AS queueName,
       q.color AS queueColor, m.body, m.from_me AS fromMe, m.ack, m.send_state AS sendState, m.send_error AS sendError,
       m.media_type AS mediaType, f.key AS mediaKey, m.is_private AS isPrivate, m.is_deleted AS isDeleted,
       m.edited_at AS editedAt, m.is_forwarded AS isForwarded, m.quoted_message_id AS quotedId, m.contact_id AS contactId,
       c.name AS contactName, c.number AS contactNumber, p.key AS pictureKey, u.id AS userId, u.name AS userName, m.data,
       m.from_me AND m.user_id IS NULL AND m.provider_data IS NULL AS isAutomatic, m.created_at AS createdAt
     FROM json_each(?) AS ids JOIN message m ON m.id = ids.value JOIN ticket t ON t.id = m.ticket_id
     LEFT JOIN queue q ON q.id = t.queue_id LEFT JOIN contact c ON c.id = m.contact_id
     LEFT JOIN user u ON u.id = coalesce(m.user_id, m.data ->> '$.authorId') LEFT JOIN media f ON f.id = m.media_id
     LEFT JOIN media p ON p.id = c.picture_media_id ORDER BY ids.key`,
  ),
  reactions: sqlite.prepare<Reaction, [string]>(
    `SELECT r.message_id AS messageId, r.emoji, r.author, c.name, c.number
     FROM json_each(?) AS ids JOIN message_reaction r ON r.message_id = ids.value
     LEFT JOIN contact c ON c.id = r.author WHERE r.emoji <> '' ORDER BY r.at`,
  ),
  quoted: sqlite.prepare<Quoted, [string]>(
    `SELECT m.id, m.body, m.from_me AS fromMe, m.media_type AS mediaType, f.key AS mediaKey, m.is_deleted AS isDeleted,
       m.contact_id AS contactId, c.name AS contactName, c.number AS contactNumber,
       u.id AS userId, u.name AS userName, f.name AS fileName
     FROM json_each(?) AS ids JOIN message m ON m.id = ids.value
     LEFT JOIN contact c ON c.id = m.contact_id LEFT JOIN user u ON u.id = coalesce(m.user_id, m.data ->> '$.authorId')
     LEFT JOIN media f ON f.id = m.media_id`,
  ),
}))

export function joinMessages(ctx: CompanyContext, ids: readonly MessageId[]): JoinedMessage[] {
  return statements(ctx.company).messages.all(JSON.stringify(ids))
}

export function joinReactions(ctx: CompanyContext, ids: readonly MessageId[]): Reaction[] {
  return statements(ctx.company).reactions.all(JSON.stringify(ids))
}

export function joinQuoted(ctx: CompanyContext, ids: readonly MessageId[]): Quoted[] {
  return ids.length === 0 ? [] : statements(ctx.company).quoted.all(JSON.stringify(ids))
}
