import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { contactTable } from '../../contact/contact.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag, listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { mediaTable } from '../../kernel/file/media.tables'
import type { MessageId } from '../../kernel/ids'
import { pick } from '../../kernel/typed-object.contract'
import { queueTable } from '../../queue/queue.tables'
import { ticketTable } from '../../ticket/ticket.tables'
import { userTable } from '../../user/user.tables'
import { isAutomatic, messageReactionTable, messageTable } from '../message.tables'
import { maskContact, maskText, maskNumber } from '../../contact/number/mask-number'
import { mediaUrl } from '../../kernel/file/media-store'
import { type DeletedMessages, deletedMessagesOf } from '../../ticket/ticket.queries'
import type { MessageData, MessageView, QuotedMessage } from '../message.answers'
import { numbersOf } from '../compose/vcard.contract'
import { mustMask } from '../../setting/setting.queries'

// A join, because a conversation shows pages of messages with their author, ticket and queue.

const message = messageTable
const { name: contactName, number: contactNumber } = contactTable
const picture = alias(mediaTable, 'picture')
const isAuthor = eq(userTable.id, sql`coalesce(${message.userId}, ${message.data} ->> '$.authorId')`)

const quotedColumns = pick(message, 'id', 'body', 'fromMe', 'mediaType', 'isDeleted', 'contactId')
const state = pick(message, 'ack', 'sendState', 'sendError', 'isPrivate', 'isForwarded', 'editedAt', 'createdAt')
const shownColumns = { ...quotedColumns, ...state, ...pick(message, 'clientId', 'ticketId', 'data') }
const author = { contactName, contactNumber, userId: userTable.id, userName: userTable.name }

type Requested = { ids: readonly MessageId[] }

const statements = {
  messages: statement((db, { ids }: Requested) => {
    const requested = listTable(ids)
    return db
      .select({
        ...shownColumns,
        ...pick(ticketTable, 'uuid', 'queueId', 'connectionId'),
        queueName: queueTable.name,
        queueColor: queueTable.color,
        mediaKey: mediaTable.key,
        quotedId: message.quotedMessageId,
        ...author,
        pictureKey: picture.key,
        isAutomatic: asFlag(isAutomatic),
      })
      .from(requested.table)
      .crossJoin(message)
      .innerJoin(ticketTable, eq(ticketTable.id, message.ticketId))
      .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
      .leftJoin(contactTable, eq(contactTable.id, message.contactId))
      .leftJoin(userTable, isAuthor)
      .leftJoin(mediaTable, eq(mediaTable.id, message.mediaId))
      .leftJoin(picture, eq(picture.id, contactTable.pictureMediaId))
      .where(eq(message.id, requested.value))
  }),
  reactions: statement((db, { ids }: Requested) => {
    const { messageId, emoji, author, at } = messageReactionTable
    const requested = listTable(ids)
    return db
      .select({ messageId, emoji, author, name: contactName, number: contactNumber })
      .from(requested.table)
      .crossJoin(messageReactionTable)
      .leftJoin(contactTable, eq(contactTable.id, author))
      .where(and(eq(messageId, requested.value), ne(emoji, '')))
      .orderBy(at)
  }),
  quoted: statement((db, { ids }: Requested) => {
    const requested = listTable(ids)
    return db
      .select({ ...quotedColumns, ...author, mediaKey: mediaTable.key, fileName: mediaTable.name })
      .from(requested.table)
      .crossJoin(message)
      .leftJoin(contactTable, eq(contactTable.id, message.contactId))
      .leftJoin(userTable, isAuthor)
      .leftJoin(mediaTable, eq(mediaTable.id, message.mediaId))
      .where(eq(message.id, requested.value))
  }),
}

type JoinedMessage = ReturnType<typeof statements.messages.all>[number]
type Reaction = ReturnType<typeof statements.reactions.all>[number]
type Quoted = ReturnType<typeof statements.quoted.all>[number]

interface Redaction {
  ctx: CompanyContext
  deleted: DeletedMessages
  numbers: boolean
}

export function presentMessages(
  ctx: CompanyContext,
  ids: readonly MessageId[],
  { masked = mustMask(ctx) } = {},
): MessageView[] {
  if (ids.length === 0) return []
  const rows = statements.messages.all(ctx, { ids })
  const redaction = { ctx, deleted: deletedMessagesOf(ctx), numbers: masked }
  const byMessage = Map.groupBy(statements.reactions.all(ctx, { ids }), ({ messageId }) => messageId)
  const quotedIds = rows.flatMap(({ quotedId }) => quotedId ?? [])
  const quotedRows = quotedIds.length === 0 ? [] : statements.quoted.all(ctx, { ids: quotedIds })
  const quotes = new Map(quotedRows.map((row) => [row.id, row]))
  return rows.map((row) => {
    const quoted = quotes.get(row.quotedId ?? 0)
    const quotedMsg = quoted ? presentQuoted(quoted, row.connectionId, redaction) : null
    return present(row, byMessage.get(row.id) ?? [], quotedMsg, redaction)
  })
}

/** A contact without a name is shown by number. */
function nameOf({ ctx, numbers }: Redaction, name: string | null, number: string | null) {
  return numbers ? maskContact(ctx, { name: name ?? '', number: number ?? '' }).name : (name ?? '')
}

const textOf = ({ ctx, numbers }: Redaction, text: string) => (numbers ? maskText(ctx, text) : text)

const dataOf = ({ ctx, numbers }: Redaction, data: MessageData | null) =>
  data && numbers ? maskMessageData(ctx, data) : data

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
  const isHidden = row.isDeleted && redaction.deleted.areHidden(row.connectionId)
  const queue = queueId === null ? null : { id: queueId, name: row.queueName ?? '', color: row.queueColor ?? '' }
  return {
    id,
    ...(row.clientId ? { clientId: row.clientId } : {}),
    ticketId,
    ticket: { id: ticketId, uuid, queueId, queue, whatsappId: connectionId },
    queueId,
    queue,
    body: isHidden ? '' : textOf(redaction, row.body),
    fromMe: row.fromMe,
    ack: row.ack,
    sendState: row.sendState,
    sendError: row.sendError === null ? null : textOf(redaction, row.sendError),
    mediaType: row.mediaType,
    mediaUrl: isHidden || row.mediaKey === null ? null : mediaUrl(row.mediaKey),
    isPrivate: row.isPrivate,
    isDeleted: row.isDeleted,
    isEdited: row.editedAt !== null,
    editedAt: row.editedAt?.toISOString() ?? null,
    isForwarded: row.isForwarded,
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
    ...(row.isAutomatic ? { isAutomatic: true as const } : {}),
    reactions: reactions.map(({ emoji, author, name, number }) => ({
      emoji,
      fromMe: author === 0,
      name: nameOf(redaction, name, number),
    })),
    dataJson: isHidden ? null : dataOf(redaction, row.data),
    createdAt: row.createdAt.toISOString(),
  }
}

function presentQuoted(row: Quoted, connectionId: number | null, redaction: Redaction): QuotedMessage {
  const { id, body, fromMe, mediaType, mediaKey, isDeleted, contactId, fileName } = row
  const isHidden = isDeleted && redaction.deleted.areHidden(connectionId)
  return {
    id,
    body: isHidden ? '' : textOf(redaction, body || fileName || ''),
    fromMe,
    mediaType,
    mediaUrl: isHidden || mediaKey === null ? null : mediaUrl(mediaKey),
    isDeleted,
    contact: contactId === null ? null : { id: contactId, name: nameOf(redaction, row.contactName, row.contactNumber) },
    user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  }
}

function maskMessageData(ctx: CompanyContext, data: MessageData): MessageData {
  const mask = (text: string) => maskText(ctx, text)
  const { file, location, contacts, contentText, footerText, buttons, template, transcription, numberChange, answers } =
    data
  return {
    ...data,
    ...(file && { file: { ...file, name: mask(file.name) } }),
    ...(location && { location: maskLocation(location, mask) }),
    ...(contacts && { contacts: contacts.map((card) => maskCard(card, mask)) }),
    ...(contentText !== undefined && { contentText: mask(contentText) }),
    ...(footerText !== undefined && { footerText: mask(footerText) }),
    ...(answers && {
      answers: Object.fromEntries(Object.entries(answers).map(([field, text]) => [field, mask(text)])),
    }),
    ...(template && { template: { ...template, components: [] } }),
    ...(numberChange && { numberChange: { ...numberChange, number: maskNumber(numberChange.number) } }),
    ...(transcription !== undefined && { transcription: mask(transcription) }),
    ...(buttons && {
      buttons: buttons.map(({ buttonId, buttonText }) => ({
        buttonId: mask(buttonId),
        buttonText: { displayText: mask(buttonText.displayText) },
      })),
    }),
  }
}

function maskLocation(location: NonNullable<MessageData['location']>, mask: (text: string) => string) {
  const { name, address } = location
  return {
    ...location,
    ...(name !== undefined && { name: mask(name) }),
    ...(address !== undefined && { address: mask(address) }),
  }
}

/** The card has numbers and addresses of potential contacts. */
function maskCard({ name, vcard }: { name: string; vcard: string }, mask: (text: string) => string) {
  const [number] = numbersOf(vcard)
  const isName = /\p{L}/u.test(name)
  return {
    name: isName ? mask(name) : maskNumber(number ?? ''),
    vcard: '',
    ...(number && { number: maskNumber(number) }),
  }
}
