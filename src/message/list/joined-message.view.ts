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

export type JoinedMessage = ReturnType<typeof joinMessages>[number]
export type Reaction = ReturnType<typeof joinReactions>[number]
export type Quoted = ReturnType<typeof joinQuoted>[number]

/** In the order of the ids, without unknown ones. */
export const joinMessages = (ctx: CompanyContext, ids: readonly MessageId[]) => statements.messages.all(ctx, { ids })

export const joinReactions = (ctx: CompanyContext, ids: readonly MessageId[]) => statements.reactions.all(ctx, { ids })

export const joinQuoted = (ctx: CompanyContext, ids: readonly MessageId[]) =>
  ids.length === 0 ? [] : statements.quoted.all(ctx, { ids })
