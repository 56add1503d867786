import { mediaUrl } from '../kernel/media-store'
import { colourOf } from '../kernel/name-colour.contract'
import type { TicketContact, TicketView } from './ticket.contract'

/** A ticket joined with everything that lists show, as returned by SQLite. */
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
  useIntegration: number
  amount: number | null
  rating: number | null
  createdAt: number
  updatedAt: number
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
  lastFromMe: number | null
  lastAck: number | null
  lastMediaType: string | null
  lastIsDeleted: number | null
  lastIsAwaited: number | null
}

export const joinedColumns = `t.id, t.uuid, t.status, t.contact_id AS contactId, t.channel, t.connection_id AS connectionId,
  t.queue_id AS queueId, t.user_id AS userId, t.is_group AS isGroup, t.unread_messages AS unreadMessages,
  t.last_message AS lastMessage, t.is_bot AS isBot, t.use_integration AS useIntegration, t.amount, t.rating,
  t.created_at AS createdAt, t.updated_at AS updatedAt, q.name AS queueName, q.color AS queueColor, u.name AS userName,
  n.name AS connectionName, n.status AS connectionStatus, n.group_as_ticket AS groupAsTicket, c.name AS contactName,
  c.number AS contactNumber, c.email AS contactEmail, c.active AS contactActive, c.disable_bot AS contactDisableBot,
  c.accept_audio_message AS contactAcceptAudio, c.lgpd_accepted_at AS contactLgpdAcceptedAt, c.is_group AS contactIsGroup,
  p.key AS pictureKey, m.from_me AS lastFromMe, m.ack AS lastAck, m.media_type AS lastMediaType,
  m.is_deleted AS lastIsDeleted, m.data ->> '$.awaited' AS lastIsAwaited`

export const joinedTables = `JOIN contact c ON c.id = t.contact_id
  LEFT JOIN queue q ON q.id = t.queue_id
  LEFT JOIN user u ON u.id = t.user_id
  LEFT JOIN connection n ON n.id = t.connection_id
  LEFT JOIN media p ON p.id = c.picture_media_id
  LEFT JOIN message m ON m.id = t.last_message_id`

/** Converts a joined row to its API shape. Callers add tags and hide numbers. */
export function toTicketView(row: JoinedTicket, tags: TicketView['tags'], contact: TicketContact): TicketView {
  const { queueId, connectionId, userId } = row
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    queueId,
    queue: queueId === null ? null : { id: queueId, name: row.queueName ?? '', color: row.queueColor ?? '' },
    contactId: row.contactId,
    contact,
    channel: row.channel,
    whatsappId: connectionId,
    whatsapp: connectionId === null ? null : connectionOf(row, connectionId),
    userId,
    user: userId === null ? null : ownerOf(row, userId),
    tags,
    lastMessage: row.lastMessage,
    lastMessageMark: markOf(row),
    unreadMessages: row.unreadMessages,
    isGroup: row.isGroup === 1,
    isBot: row.isBot === 1,
    useIntegration: row.useIntegration === 1,
    amount: row.amount,
    userRating: row.rating === null ? null : { rate: row.rating },
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

function ownerOf({ userName }: JoinedTicket, id: number) {
  const name = userName ?? ''
  return { id, name, color: colourOf(name) }
}

export function contactOf(row: JoinedTicket, tags: TicketView['tags']): TicketContact {
  return {
    id: row.contactId,
    name: row.contactName,
    number: row.contactNumber,
    email: row.contactEmail,
    urlPicture: row.pictureKey === null ? '' : mediaUrl(row.pictureKey),
    active: row.contactActive === 1,
    disableBot: row.contactDisableBot === 1,
    acceptAudioMessage: row.contactAcceptAudio === 1,
    lgpdAcceptedAt: row.contactLgpdAcceptedAt === null ? null : new Date(row.contactLgpdAcceptedAt).toISOString(),
    isGroup: row.contactIsGroup === 1,
    tags: tags.filter(({ kanban }) => !kanban).map(({ id, name, color }) => ({ id, name, color })),
  }
}

function connectionOf(row: JoinedTicket, id: number): NonNullable<TicketView['whatsapp']> {
  return {
    id,
    name: row.connectionName ?? '',
    groupAsTicket: row.groupAsTicket === 1 ? 'enabled' : 'disabled',
    status: row.connectionStatus ?? '',
  }
}

function markOf(row: JoinedTicket): TicketView['lastMessageMark'] {
  if (row.lastFromMe === null) return null
  return {
    fromMe: row.lastFromMe === 1,
    ack: row.lastAck ?? 0,
    mediaType: row.lastMediaType,
    isDeleted: row.lastIsDeleted === 1,
    isAwaited: row.lastIsAwaited === 1,
  }
}
