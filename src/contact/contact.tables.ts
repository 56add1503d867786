import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { channelNames } from '../channel/channel-rules.contract'
import { flag, time } from '../kernel/database/columns'

export const contactTable = sqliteTable('contact', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** Digits; empty without. A group's id. */
  number: text('number').notNull().default(''),
  /** Messages from before came from another number. */
  numberSince: time('number_since'),
  /** WhatsApp's, without an at sign. */
  username: text('username').notNull().default(''),
  email: text('email').notNull().default(''),
  channel: text('channel', { enum: channelNames }).notNull().default('whatsapp'),
  isGroup: flag('is_group').notNull().default(false),
  /** False: blocked. */
  active: flag('active').notNull().default(true),
  disableBot: flag('disable_bot').notNull().default(false),
  acceptAudioMessage: flag('accept_audio_message').notNull().default(true),
  lgpdAcceptedAt: time('lgpd_accepted_at'),
  connectionId: integer('connection_id'),
  walletUserId: integer('wallet_user_id'),
  pictureMediaId: integer('picture_media_id'),
  pictureCheckedAt: time('picture_checked_at'),
  /** Null for others. */
  importId: integer('import_id'),
  searchText: text('search_text').notNull().default(''),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

const identityKinds = ['phone', 'lid', 'group', 'page-scoped', 'bsuid'] as const
export type IdentityKind = (typeof identityKinds)[number]

export const contactIdentityTable = sqliteTable(
  'contact_identity',
  {
    /** 0: on every connection; else the connection's id, for a bsuid the business account's. */
    scope: integer('scope').notNull().default(0),
    kind: text('kind', { enum: identityKinds }).notNull(),
    value: text('value').notNull(),
    contactId: integer('contact_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.kind, table.value] })],
)

export const contactExtraInfoTable = sqliteTable('contact_extra_info', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  contactId: integer('contact_id').notNull(),
  name: text('name').notNull(),
  value: text('value').notNull(),
})

export const groupAdminTable = sqliteTable(
  'group_admin',
  {
    contactId: integer('contact_id').notNull(),
    kind: text('kind', { enum: identityKinds }).notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.kind, table.value] })],
)

export const contactMergeTable = sqliteTable('contact_merge', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  fromContactId: integer('from_contact_id').notNull(),
  intoContactId: integer('into_contact_id').notNull(),
  firstEvent: integer('first_event').notNull(),
  lastEvent: integer('last_event').notNull(),
  userId: integer('user_id'),
  createdAt: time('created_at').notNull(),
  undoneAt: time('undone_at'),
})

export const contactApartTable = sqliteTable(
  'contact_apart',
  { oneId: integer('one_id').notNull(), otherId: integer('other_id').notNull() },
  (table) => [primaryKey({ columns: [table.oneId, table.otherId] })],
)

export const contactSearchTable = sqliteTable('contact_search', {
  rowid: integer('rowid').notNull(),
  searchText: text('search_text').notNull(),
})
