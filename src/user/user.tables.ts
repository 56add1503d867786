import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import type { Pause, PauseReason } from './presence/presence.contract'
import type { MenuChoices, TableChoices, LinkMail } from './user.contract'

export const userTable = sqliteTable('user', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  mustChangePassword: flag('must_change_password').notNull().default(false),
  /** Null without a link. */
  passwordLinkNonce: text('password_link_nonce'),
  passwordLinkExpiresAt: time('password_link_expires_at'),
  /** Null when nobody asked to mail it. */
  passwordLinkMail: text('password_link_mail', { mode: 'json' }).$type<LinkMail>(),
  profile: text('profile', { enum: ['admin', 'user'] })
    .notNull()
    .default('user'),
  super: flag('super').notNull().default(false),
  /** `HH:MM`, in the company's time zone. */
  startWork: text('start_work').notNull().default('00:00'),
  endWork: text('end_work').notNull().default('23:59'),
  farewellMessage: text('farewell_message').notNull().default(''),
  allTicket: flag('all_ticket').notNull().default(false),
  allowGroup: flag('allow_group').notNull().default(false),
  allHistoric: flag('all_historic').notNull().default(false),
  allUserChat: flag('all_user_chat').notNull().default(false),
  userClosePendingTicket: flag('user_close_pending_ticket').notNull().default(true),
  showDashboard: flag('show_dashboard').notNull().default(false),
  allowRealTime: flag('allow_real_time').notNull().default(false),
  allowConnections: flag('allow_connections').notNull().default(false),
  /** The switches above are then those of the role. */
  roleId: integer('role_id'),
  defaultTheme: text('default_theme', { enum: ['light', 'dark', 'system'] })
    .notNull()
    .default('system'),
  defaultMenu: text('default_menu', { enum: ['open', 'closed'] })
    .notNull()
    .default('open'),
  language: text('language', { enum: ['pt', 'en', 'es'] }),
  notifyWaiting: flag('notify_waiting').notNull().default(true),
  offerNext: flag('offer_next').notNull().default(true),
  weeklyReportMail: flag('weekly_report_mail').notNull().default(true),
  breachDigestMail: flag('breach_digest_mail').notNull().default(true),
  phone: text('phone').notNull().default(''),
  connectionId: integer('connection_id'),
  profileMediaId: integer('profile_media_id'),
  ticketListWidth: integer('ticket_list_width').notNull().default(404),
  menuChoices: text('menu_choices', { mode: 'json' })
    .$type<MenuChoices>()
    .notNull()
    .default({ groups: {}, pinned: [] }),
  tableChoices: text('table_choices', { mode: 'json' }).$type<Record<string, TableChoices>>().notNull().default({}),
  lastSeenAt: time('last_seen_at'),
  signedOutAt: time('signed_out_at'),
  leftAt: time('left_at'),
  pause: text('pause', { mode: 'json' }).$type<Pause>(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

/** Pauses that have ended. */
export const userPauseTable = sqliteTable('user_pause', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  reason: text('reason').$type<PauseReason>().notNull(),
  note: text('note').notNull(),
  startedAt: time('started_at').notNull(),
  endedAt: time('ended_at').notNull(),
})

export const userTagTable = sqliteTable(
  'user_tag',
  { userId: integer('user_id').notNull(), tagId: integer('tag_id').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.tagId] })],
)

export const userQueueTable = sqliteTable(
  'user_queue',
  { userId: integer('user_id').notNull(), queueId: integer('queue_id').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.queueId] })],
)
