import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { channelNames } from '../channel/channel-rules.contract'
import { flag, time } from '../kernel/columns'

export const contactTable = sqliteTable('contact', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** Digits only; empty when the person is known by another identity alone. For a group, its id. */
  number: text('number').notNull().default(''),
  email: text('email').notNull().default(''),
  channel: text('channel', { enum: channelNames }).notNull().default('whatsapp'),
  isGroup: flag('is_group').notNull().default(false),
  /** False is blocked. */
  active: flag('active').notNull().default(true),
  disableBot: flag('disable_bot').notNull().default(false),
  acceptAudioMessage: flag('accept_audio_message').notNull().default(true),
  lgpdAcceptedAt: time('lgpd_accepted_at'),
  connectionId: integer('connection_id'),
  /** Whose client this is. */
  walletUserId: integer('wallet_user_id'),
  pictureMediaId: integer('picture_media_id'),
  pictureCheckedAt: time('picture_checked_at'),
  /** The import that made it; null for all others. */
  importId: integer('import_id'),
  searchText: text('search_text').notNull().default(''),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const identityKinds = ['phone', 'lid', 'group', 'page-scoped'] as const
export type IdentityKind = (typeof identityKinds)[number]

export const contactIdentityTable = sqliteTable(
  'contact_identity',
  {
    /** 0 where the name means the same person on every connection, else the connection that gave it. */
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
    /** The group. */
    contactId: integer('contact_id').notNull(),
    kind: text('kind', { enum: identityKinds }).notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.kind, table.value] })],
)

/** Which contacts were made one, and where in the event log stands what undoing it needs. */
export const contactMergeTable = sqliteTable('contact_merge', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  fromContactId: integer('from_contact_id').notNull(),
  intoContactId: integer('into_contact_id').notNull(),
  firstEvent: integer('first_event').notNull(),
  lastEvent: integer('last_event').notNull(),
  /** Who did it; null is the product itself, told by the provider that they are one person. */
  userId: integer('user_id'),
  createdAt: time('created_at').notNull(),
  undoneAt: time('undone_at'),
})

/** Pairs of which people said that they are two; the smaller id first. */
export const contactApartTable = sqliteTable(
  'contact_apart',
  { oneId: integer('one_id').notNull(), otherId: integer('other_id').notNull() },
  (table) => [primaryKey({ columns: [table.oneId, table.otherId] })],
)
