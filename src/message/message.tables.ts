import { and, eq, isNull, sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import { asFlag } from '../kernel/database/expressions'
import type { MessageData } from './message.answers'
import { mediaTypes, outboundChangeKinds, type ProviderData, sendStates } from './message.contract'
import { type StepData, stepKinds } from './trace/message-trace.contract'

export const messageTable = sqliteTable('message', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  ticketId: integer('ticket_id').notNull(),
  connectionId: integer('connection_id'),
  /** Made here for sent messages, until the provider assigns its own; null for those never sent. */
  providerId: text('provider_id'),
  contactId: integer('contact_id'),
  /** Null for contacts, automation and the phone. */
  userId: integer('user_id'),
  fromMe: flag('from_me').notNull(),
  body: text('body').notNull().default(''),
  /** Null for plain text. */
  mediaType: text('media_type', { enum: mediaTypes }),
  mediaId: integer('media_id'),
  ack: integer('ack').notNull().default(0),
  quotedMessageId: integer('quoted_message_id'),
  isPrivate: flag('is_private').notNull().default(false),
  isDeleted: flag('is_deleted').notNull().default(false),
  isForwarded: flag('is_forwarded').notNull().default(false),
  editedAt: time('edited_at'),
  sendState: text('send_state', { enum: sendStates }),
  sendError: text('send_error'),
  /** Attempts without a conclusive answer of the provider. */
  sendAttempts: integer('send_attempts').notNull().default(0),
  /** A queued message is not sent before this; null for at once. */
  sendAfter: time('send_after'),
  data: text('data', { mode: 'json' }).$type<MessageData>(),
  providerData: text('provider_data', { mode: 'json' }).$type<ProviderData>(),
  /** A repeated request creates no second message. */
  clientId: text('client_id'),
  createdAt: time('created_at').notNull(),
})

/** Messages of the phone have no user either, but provider data. */
export const isAutomatic = and(
  eq(messageTable.fromMe, true),
  isNull(messageTable.userId),
  isNull(messageTable.providerData),
)

export const isAwaited = asFlag(sql`${messageTable.data} ->> '$.awaited' IS 1`)

export const messageCountTable = sqliteTable(
  'message_count',
  {
    /** Start of the hour in the company's time zone, in milliseconds since 1970. */
    startsAt: integer('starts_at').notNull(),
    fromMe: flag('from_me').notNull(),
    isGroup: flag('is_group').notNull(),
    messages: integer('messages').notNull(),
  },
  (table) => [primaryKey({ columns: [table.startsAt, table.fromMe, table.isGroup] })],
)

/** A delivered message that the provider charges for, or does not. Triggers count them. */
export const messageChargeTable = sqliteTable('message_charge', {
  messageId: integer('message_id').primaryKey(),
  connectionId: integer('connection_id').notNull(),
  category: text('category').notNull(),
  isBillable: flag('is_billable').notNull(),
  /** YYYY-MM in the company's time zone. */
  month: text('month').notNull(),
})

export const messageReactionTable = sqliteTable(
  'message_reaction',
  {
    messageId: integer('message_id').notNull(),
    author: integer('author').notNull(),
    emoji: text('emoji').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.author] })],
)

export const outboundChangeTable = sqliteTable('outbound_change', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  connectionId: integer('connection_id').notNull(),
  messageId: integer('message_id').notNull(),
  kind: text('kind', { enum: outboundChangeKinds }).notNull(),
  payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: time('created_at').notNull(),
  sendAfter: time('send_after'),
})

/** What happened to a message, in order, for some time. */
export const messageStepTable = sqliteTable(
  'message_step',
  {
    messageId: integer('message_id').notNull(),
    step: integer('step').notNull(),
    kind: text('kind', { enum: stepKinds }).notNull(),
    at: time('at').notNull(),
    times: integer('times').notNull().default(1),
    lastAt: time('last_at').notNull(),
    userId: integer('user_id'),
    data: text('data', { mode: 'json' }).$type<StepData>(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.step] })],
)

export const outreachTable = sqliteTable('outreach', {
  key: text('key').primaryKey(),
  ticketId: integer('ticket_id').notNull(),
  messageIds: text('message_ids', { mode: 'json' }).$type<number[]>().notNull(),
  sentAt: time('sent_at').notNull(),
})

export const messageSearchTable = sqliteTable('message_search', {
  rowid: integer('rowid').notNull(),
  body: text('body').notNull(),
})

/** Words of the index, a row for each message that has one. */
export const messageSearchWordTable = sqliteTable('message_search_word', {
  term: text('term').notNull(),
  doc: integer('doc').notNull(),
  col: text('col'),
  offset: integer('offset'),
})

/** The last message in the index; one row. */
export const messageSearchPlaceTable = sqliteTable('message_search_place', {
  only: integer('only').primaryKey(),
  messageId: integer('message_id').notNull(),
})

export const transcriptionSearchTable = sqliteTable('transcription_search', {
  rowid: integer('rowid').notNull(),
  body: text('body').notNull(),
})
