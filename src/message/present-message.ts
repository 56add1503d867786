import { maskContact, maskText, mustMask } from '../contact/mask-number'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { MessageId } from '../kernel/ids'
import { mediaUrl } from '../kernel/media-store'
import { areDeletedHidden } from '../ticket/deleted-messages'
import { maskMessageData } from './mask-message-data'
import type { MessageData, MessageView, QuotedMessage } from './message.answers'
import type { MediaType, SendState } from './message.contract'

interface JoinedMessage {
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
  data: string | null
  createdAt: number
}

interface Reaction {
  messageId: number
  emoji: string
  author: number
  name: string | null
  number: string | null
}

interface Quoted {
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

const statements = perCompany(({ sqlite }) => ({
  messages: sqlite.prepare<JoinedMessage, [string]>(
    `SELECT m.id, m.client_id AS clientId, m.ticket_id AS ticketId, t.uuid, t.queue_id AS queueId, t.connection_id AS connectionId, q.name AS queueName,
       q.color AS queueColor, m.body, m.from_me AS fromMe, m.ack, m.send_state AS sendState, m.send_error AS sendError,
       m.media_type AS mediaType, f.key AS mediaKey, m.is_private AS isPrivate, m.is_deleted AS isDeleted,
       m.edited_at AS editedAt, m.is_forwarded AS isForwarded, m.quoted_message_id AS quotedId, m.contact_id AS contactId,
       c.name AS contactName, c.number AS contactNumber, p.key AS pictureKey, m.user_id AS userId, u.name AS userName, m.data,
       m.created_at AS createdAt
     FROM json_each(?) AS asked JOIN message m ON m.id = asked.value JOIN ticket t ON t.id = m.ticket_id
     LEFT JOIN queue q ON q.id = t.queue_id LEFT JOIN contact c ON c.id = m.contact_id
     LEFT JOIN user u ON u.id = m.user_id LEFT JOIN media f ON f.id = m.media_id
     LEFT JOIN media p ON p.id = c.picture_media_id ORDER BY asked.key`,
  ),
  reactions: sqlite.prepare<Reaction, [string]>(
    `SELECT r.message_id AS messageId, r.emoji, r.author, c.name, c.number
     FROM json_each(?) AS asked JOIN message_reaction r ON r.message_id = asked.value
     LEFT JOIN contact c ON c.id = r.author WHERE r.emoji <> '' ORDER BY r.at`,
  ),
  quoted: sqlite.prepare<Quoted, [string]>(
    `SELECT m.id, m.body, m.from_me AS fromMe, m.media_type AS mediaType, f.key AS mediaKey, m.is_deleted AS isDeleted,
       m.contact_id AS contactId, c.name AS contactName, c.number AS contactNumber,
       m.user_id AS userId, u.name AS userName, f.name AS fileName
     FROM json_each(?) AS asked JOIN message m ON m.id = asked.value
     LEFT JOIN contact c ON c.id = m.contact_id LEFT JOIN user u ON u.id = m.user_id
     LEFT JOIN media f ON f.id = m.media_id`,
  ),
}))

/** What the reader must not see. */
interface Redaction {
  ctx: CompanyContext
  deleted: boolean
  numbers: boolean
}

/**
 * The messages as lists and live events give them, in the order asked; those that are gone are left out. `masked` hides
 * contacts' numbers, wherever they stand, as for plain users where the company wants that.
 */
export function presentMessages(
  ctx: CompanyContext,
  ids: readonly MessageId[],
  { masked = mustMask(ctx) } = {},
): MessageView[] {
  if (ids.length === 0) return []
  const { messages, reactions, quoted } = statements(ctx.company)
  const asked = JSON.stringify(ids)
  const rows = messages.all(asked)
  const redaction = { ctx, deleted: areDeletedHidden(ctx), numbers: masked }
  const byMessage = Map.groupBy(reactions.all(asked), ({ messageId }) => messageId)
  const quotedIds = rows.flatMap(({ quotedId }) => quotedId ?? [])
  const quotedRows = quotedIds.length === 0 ? [] : quoted.all(JSON.stringify(quotedIds))
  const quotes = new Map(quotedRows.map((row) => [row.id, presentQuoted(row, redaction)]))
  return rows.map((row) => present(row, byMessage.get(row.id) ?? [], quotes.get(row.quotedId ?? 0) ?? null, redaction))
}

/** Nobody gave the contact a name, so it shows its number. */
function nameOf({ ctx, numbers }: Redaction, name: string | null, number: string | null) {
  return numbers ? maskContact(ctx, { name: name ?? '', number: number ?? '' }).name : (name ?? '')
}

const textOf = ({ ctx, numbers }: Redaction, text: string) => (numbers ? maskText(ctx, text) : text)

function dataOf({ ctx, numbers }: Redaction, stored: string | null) {
  if (stored === null) return null
  const data = JSON.parse(stored) as MessageData
  return numbers ? maskMessageData(ctx, data) : data
}

/** One message as its own answer. */
export function presentMessage(ctx: CompanyContext, id: MessageId): MessageView | undefined {
  return presentMessages(ctx, [id])[0]
}

function present(
  row: JoinedMessage,
  reactions: Reaction[],
  quotedMsg: QuotedMessage | null,
  redaction: Redaction,
): MessageView {
  const { id, ticketId, uuid, queueId, connectionId, contactId, userId } = row
  const isHidden = redaction.deleted && row.isDeleted === 1
  const queue = queueId === null ? null : { id: queueId, name: row.queueName ?? '', color: row.queueColor ?? '' }
  return {
    id,
    ...(row.clientId ? { clientId: row.clientId } : {}),
    ticketId,
    ticket: { id: ticketId, uuid, queueId, queue, whatsappId: connectionId },
    queueId,
    queue,
    body: isHidden ? '' : textOf(redaction, row.body),
    fromMe: row.fromMe === 1,
    ack: row.ack,
    sendState: row.sendState,
    sendError: row.sendError === null ? null : textOf(redaction, row.sendError),
    mediaType: row.mediaType,
    mediaUrl: isHidden || row.mediaKey === null ? null : mediaUrl(row.mediaKey),
    isPrivate: row.isPrivate === 1,
    isDeleted: row.isDeleted === 1,
    isEdited: row.editedAt !== null,
    editedAt: row.editedAt === null ? null : iso(row.editedAt),
    isForwarded: row.isForwarded === 1,
    quotedMsg,
    contact:
      contactId === null
        ? null
        : {
            id: contactId,
            name: nameOf(redaction, row.contactName, row.contactNumber),
            urlPicture: row.pictureKey ? mediaUrl(row.pictureKey) : '',
          },
    user: userId === null ? null : { id: userId, name: row.userName ?? '' },
    reactions: reactions.map(({ emoji, author, name, number }) => ({
      emoji,
      fromMe: author === 0,
      name: nameOf(redaction, name, number),
    })),
    dataJson: isHidden ? null : dataOf(redaction, row.data),
    createdAt: iso(row.createdAt),
  }
}

function presentQuoted(row: Quoted, redaction: Redaction): QuotedMessage {
  const { id, body, fromMe, mediaType, mediaKey, isDeleted, contactId, fileName } = row
  const isHidden = redaction.deleted && isDeleted === 1
  return {
    id,
    body: isHidden ? '' : textOf(redaction, body || fileName || ''),
    fromMe: fromMe === 1,
    mediaType,
    mediaUrl: isHidden || mediaKey === null ? null : mediaUrl(mediaKey),
    isDeleted: isDeleted === 1,
    contact: contactId === null ? null : { id: contactId, name: nameOf(redaction, row.contactName, row.contactNumber) },
    user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
