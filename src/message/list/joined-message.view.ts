import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { contactTable } from '../../contact/contact.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag, listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { mediaTable } from '../../kernel/file/media.tables'
import type { MessageId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import { ticketTable } from '../../ticket/ticket.tables'
import { userTable } from '../../user/user.tables'
import { isAutomatic, messageReactionTable, messageTable } from '../message.tables'

// A join, because a conversation shows pages of messages with their author, ticket and queue.

const message = messageTable
const { name: contactName, number: contactNumber } = contactTable
const picture = alias(mediaTable, 'picture')
const isAuthor = eq(userTable.id, sql`coalesce(${message.userId}, ${message.data} ->> '$.authorId')`)

type Requested = { ids: readonly MessageId[] }

const statements = {
  messages: statement((db, { ids }: Requested) => {
    const { id, clientId, ticketId, body, fromMe, ack, sendState, sendError, mediaType, isPrivate, isDeleted } = message
    const { editedAt, isForwarded, quotedMessageId, contactId, data, createdAt } = message
    const { uuid, queueId, connectionId } = ticketTable
    const requested = listTable(ids)
    return db
      .select({
        id,
        clientId,
        ticketId,
        uuid,
        queueId,
        connectionId,
        queueName: queueTable.name,
        queueColor: queueTable.color,
        body,
        fromMe,
        ack,
        sendState,
        sendError,
        mediaType,
        mediaKey: mediaTable.key,
        isPrivate,
        isDeleted,
        editedAt,
        isForwarded,
        quotedId: quotedMessageId,
        contactId,
        contactName,
        contactNumber,
        pictureKey: picture.key,
        userId: userTable.id,
        userName: userTable.name,
        data,
        isAutomatic: asFlag(isAutomatic),
        createdAt,
      })
      .from(requested.table)
      .crossJoin(message)
      .innerJoin(ticketTable, eq(ticketTable.id, ticketId))
      .leftJoin(queueTable, eq(queueTable.id, queueId))
      .leftJoin(contactTable, eq(contactTable.id, contactId))
      .leftJoin(userTable, isAuthor)
      .leftJoin(mediaTable, eq(mediaTable.id, message.mediaId))
      .leftJoin(picture, eq(picture.id, contactTable.pictureMediaId))
      .where(eq(id, requested.value))
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
    const { id, body, fromMe, mediaType, isDeleted, contactId } = message
    const requested = listTable(ids)
    return db
      .select({
        id,
        body,
        fromMe,
        mediaType,
        mediaKey: mediaTable.key,
        isDeleted,
        contactId,
        contactName,
        contactNumber,
        userId: userTable.id,
        userName: userTable.name,
        fileName: mediaTable.name,
      })
      .from(requested.table)
      .crossJoin(message)
      .leftJoin(contactTable, eq(contactTable.id, contactId))
      .leftJoin(userTable, isAuthor)
      .leftJoin(mediaTable, eq(mediaTable.id, message.mediaId))
      .where(eq(id, requested.value))
  }),
}

export type JoinedMessage = ReturnType<typeof joinMessages>[number]
export type Reaction = ReturnType<typeof joinReactions>[number]
export type Quoted = ReturnType<typeof joinQuoted>[number]

/** In the order of the ids, without unknown ones. */
export const joinMessages = (ctx: CompanyContext, ids: readonly MessageId[]) => statements.messages.all(ctx, { ids })

export const joinReactions = (ctx: CompanyContext, ids: readonly MessageId[]) => statements.reactions.all(ctx, { ids })

export const joinQuoted = (ctx: CompanyContext, ids: readonly MessageId[]) =>
  ids.length === 0 ? [] : statements.quoted.all(ctx, { ids })
