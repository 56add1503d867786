import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import {
  type CampaignTemplates,
  campaignStatuses,
  shippingStates,
  stopReasons,
  ticketStatusChoices,
  waitReasons,
} from './campaign.contract'

export const campaignTable = sqliteTable('campaign', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  message1: text('message1').notNull().default(''),
  message2: text('message2').notNull().default(''),
  message3: text('message3').notNull().default(''),
  message4: text('message4').notNull().default(''),
  message5: text('message5').notNull().default(''),
  confirmationMessage1: text('confirmation_message1').notNull().default(''),
  confirmationMessage2: text('confirmation_message2').notNull().default(''),
  confirmationMessage3: text('confirmation_message3').notNull().default(''),
  confirmationMessage4: text('confirmation_message4').notNull().default(''),
  confirmationMessage5: text('confirmation_message5').notNull().default(''),
  templates: text('templates', { mode: 'json' }).$type<CampaignTemplates>().notNull().default({}),
  confirmation: flag('confirmation').notNull().default(false),
  status: text('status', { enum: campaignStatuses }).notNull(),
  /** Empty if a user did. */
  stopReason: text('stop_reason', { enum: stopReasons }).notNull().default(''),
  stopDetail: text('stop_detail').notNull().default(''),
  scheduledAt: time('scheduled_at'),
  startedAt: time('started_at'),
  completedAt: time('completed_at'),
  contactListId: integer('contact_list_id'),
  tagId: integer('tag_id'),
  sourceCampaignId: integer('source_campaign_id'),
  connectionId: integer('connection_id'),
  userId: integer('user_id'),
  queueId: integer('queue_id'),
  openTicket: flag('open_ticket').notNull().default(false),
  statusTicket: text('status_ticket', { enum: ticketStatusChoices }).notNull().default('closed'),
  mediaId: integer('media_id'),
  /** The last that became a recipient. */
  expandedTo: integer('expanded_to').notNull().default(0),
  isExpanded: flag('is_expanded').notNull().default(false),
  waitReason: text('wait_reason', { enum: waitReasons }).notNull().default(''),
  waitUntil: time('wait_until'),
  announcedAt: time('announced_at'),
  /** See `findTurn`. */
  lastTurn: integer('last_turn').notNull().default(0),
  /** How long it has been running, counted at its steps; see `expireAnswers`. */
  runMs: integer('run_ms').notNull().default(0),
  steppedAt: time('stepped_at'),
  waiting: integer('waiting').notNull().default(0),
  asked: integer('asked').notNull().default(0),
  confirmed: integer('confirmed').notNull().default(0),
  sending: integer('sending').notNull().default(0),
  sent: integer('sent').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  excluded: integer('excluded').notNull().default(0),
  expired: integer('expired').notNull().default(0),
  leftOut: integer('left_out').notNull().default(0),
  confirmationsRequested: integer('confirmations_requested').notNull().default(0),
  confirmations: integer('confirmations').notNull().default(0),
  delivered: integer('delivered').notNull().default(0),
  seen: integer('seen').notNull().default(0),
  answered: integer('answered').notNull().default(0),
  optedOut: integer('opted_out').notNull().default(0),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const campaignShippingTable = sqliteTable('campaign_shipping', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  campaignId: integer('campaign_id').notNull(),
  /** See `phoneKey`. */
  phoneKey: text('phone_key').notNull(),
  contactId: integer('contact_id'),
  name: text('name').notNull(),
  number: text('number').notNull(),
  email: text('email').notNull().default(''),
  extra: text('extra', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  searchText: text('search_text').notNull().default(''),
  /** Whether the number is known to have an account. */
  isChecked: flag('is_checked').notNull().default(false),
  messageNo: integer('message_no').notNull(),
  confirmationNo: integer('confirmation_no').notNull().default(0),
  state: text('state', { enum: shippingStates }).notNull(),
  reason: text('reason').notNull().default(''),
  messageId: integer('message_id'),
  confirmationMessageId: integer('confirmation_message_id'),
  confirmationRequestedAt: time('confirmation_requested_at'),
  /** Running time of the campaign at which the request for confirmation expires. */
  expiresRunMs: integer('expires_run_ms'),
  confirmedAt: time('confirmed_at'),
  sentAt: time('sent_at'),
  deliveredAt: time('delivered_at'),
  seenAt: time('seen_at'),
  answeredAt: time('answered_at'),
  optedOutAt: time('opted_out_at'),
})

export const campaignChargeTable = sqliteTable(
  'campaign_charge',
  {
    campaignId: integer('campaign_id').notNull(),
    category: text('category').notNull(),
    isBillable: flag('is_billable').notNull(),
    messages: integer('messages').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.category, table.isBillable] })],
)

export const campaignSettingTable = sqliteTable('campaign_setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

export const campaignPaceTable = sqliteTable('campaign_pace', {
  connectionId: integer('connection_id').primaryKey(),
  /** The account, whose age determines the daily limit of conversations. */
  number: text('number').notNull().default(''),
  since: time('since').notNull(),
  nextAt: time('next_at').notNull().default(new Date(0)),
  inRow: integer('in_row').notNull().default(0),
  /** YYYY-MM-DD in the company's time zone. */
  day: text('day').notNull().default(''),
  used: integer('used').notNull().default(0),
  /** Conversations by day. */
  otherDays: text('other_days', { mode: 'json' }).$type<Record<string, number>>().notNull().default({}),
  /** Null for the limit by the account's age. */
  dailyLimit: integer('daily_limit'),
})
