import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, recordColumns, time, uniqueNameColumns } from '../kernel/database/columns'
import { columnsOf } from '../kernel/record/columns-of'
import type { CompanyFileSummary } from './company/company.calls'
import type { HostPoint } from './host-history/host-point.contract'
import { PlanBody } from './plan/plan.contract'

export const planTable = sqliteTable('plan', {
  ...recordColumns,
  ...columnsOf(PlanBody),
  ...uniqueNameColumns,
})

export const companyTable = sqliteTable('company', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull().default(''),
  document: text('document').notNull().default(''),
  addressStreet: text('address_street').notNull().default(''),
  addressState: text('address_state').notNull().default(''),
  addressCity: text('address_city').notNull().default(''),
  planId: integer('plan_id').notNull(),
  status: flag('status').notNull().default(true),
  dueDate: text('due_date').notNull(),
  recurrence: text('recurrence', { enum: ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] })
    .notNull()
    .default('MENSAL'),
  paymentMethod: text('payment_method').notNull().default(''),
  language: text('language', { enum: ['pt', 'en', 'es'] })
    .notNull()
    .default('pt'),
  timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
  /** Agreed with the company. The second name is the wire's. */
  numberAttendants: integer('number_attendants').notNull().default(1),
  numberConections: integer('number_connections').notNull().default(1),
  lastLogin: time('last_login'),
  folderSize: integer('folder_size').notNull().default(0),
  numberFileFolder: integer('number_file_folder').notNull().default(0),
  updatedAtFolder: time('updated_at_folder'),
  databaseSize: integer('database_size').notNull().default(0),
  messages: integer('messages'),
  tickets: integer('tickets'),
  contacts: integer('contacts'),
  nextJobAt: integer('next_job_at'),
  /** False only if the file surely has no connection to start. */
  mayConnect: flag('may_connect').notNull().default(true),
  /** No connection comes up and no job runs. */
  muted: flag('muted').notNull().default(false),
  /** The company whose earlier state it shows: nobody signs in to it, and it is not charged. */
  copyOf: integer('copy_of'),
  /** Exported to run on another host; null otherwise. */
  movedAt: time('moved_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const movedInTable = sqliteTable('moved_in', {
  /** See `sourceName`. */
  source: text('source').primaryKey(),
  companyId: integer('company_id').notNull(),
  movedAt: time('moved_at').notNull(),
  /** Null while its lines and schedules wait. */
  liveAt: time('live_at'),
})

export const companyFileSummaryTable = sqliteTable('company_own_parts', {
  companyId: integer('company_id').primaryKey(),
  parts: text('parts', { mode: 'json' }).$type<CompanyFileSummary>().notNull(),
})

export const invoiceTable = sqliteTable('invoice', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  companyId: integer('company_id').notNull(),
  planId: integer('plan_id').notNull(),
  detail: text('detail').notNull(),
  users: integer('users').notNull(),
  connections: integer('connections').notNull(),
  queues: integer('queues').notNull(),
  value: integer('value').notNull(),
  dueDate: text('due_date').notNull(),
  status: text('status', { enum: ['open', 'paid', 'canceled'] })
    .notNull()
    .default('open'),
  paidAt: time('paid_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export interface ChargeLocation {
  id: number | string
  location: string
}

export const chargeTable = sqliteTable('charge', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  invoiceId: integer('invoice_id').notNull(),
  companyId: integer('company_id').notNull(),
  companyName: text('company_name').notNull().default(''),
  provider: text('provider', { enum: ['static', 'efi', 'mercadopago', 'asaas'] }).notNull(),
  txid: text('txid').notNull(),
  providerId: text('provider_id').notNull().default(''),
  amount: integer('amount').notNull(),
  status: text('status', { enum: ['creating', 'open', 'paid', 'overpaid', 'expired', 'removed'] }).notNull(),
  planId: integer('plan_id'),
  detail: text('detail').notNull(),
  users: integer('users').notNull(),
  connections: integer('connections').notNull(),
  queues: integer('queues').notNull(),
  recurrence: text('recurrence', { enum: ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] }).notNull(),
  payerName: text('payer_name').notNull(),
  /** Sealed; empty without one. */
  payerDocument: text('payer_document').notNull().default(''),
  /** Pix "copia e cola"; empty until the provider has answered. */
  code: text('code').notNull().default(''),
  pixKey: text('pix_key').notNull().default(''),
  location: text('location', { mode: 'json' }).$type<ChargeLocation>(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  /** Null for a static code. */
  expiresAt: time('expires_at'),
  paidAt: time('paid_at'),
  received: integer('received').notNull().default(0),
  /** How much of it the provider returned, and why. `undone`: the receipt was withdrawn, such as of cash. */
  returned: integer('returned').notNull().default(0),
  returnedBy: text('returned_by', { enum: ['refund', 'chargeback', 'undone'] }),
  otherAmount: integer('other_amount').notNull().default(0),
  otherCurrency: text('other_currency').notNull().default(''),
  /** Due dates before and after; null where nothing was renewed. */
  paidFrom: text('paid_from'),
  paidUntil: text('paid_until'),
  takenBackAt: time('taken_back_at'),
  endToEndId: text('end_to_end_id'),
  /** Nobody can pay any more, says the provider. */
  closedAt: time('closed_at'),
  reviewedAt: time('reviewed_at'),
})

export const userIndexTable = sqliteTable('user_index', {
  email: text('email').primaryKey(),
  companyId: integer('company_id').notNull(),
  userId: integer('user_id').notNull(),
})

/** Of earlier releases; sessions are in the companies' files. */
export const earlierSessionTable = sqliteTable('session', {
  id: text('id').primaryKey(),
  companyId: integer('company_id').notNull(),
  userId: integer('user_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  previousHash: text('previous_hash'),
  rotatedAt: time('rotated_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull(),
  address: text('address').notNull().default(''),
  /** Into the company's file. */
  movedAt: time('moved_at'),
})

export const platformSettingTable = sqliteTable('platform_setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

export const nameClaimTable = sqliteTable(
  'name_claim',
  {
    kind: text('kind', { enum: ['email', 'token', 'account'] }).notNull(),
    name: text('name').notNull(),
    companyId: integer('company_id').notNull(),
    claimedAt: time('claimed_at').notNull(),
    claimedBy: text('claimed_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
)

export const connectionTokenTable = sqliteTable('connection_token', {
  tokenHash: text('token_hash').primaryKey(),
  companyId: integer('company_id').notNull(),
  connectionId: integer('connection_id').notNull(),
})

export const channelAccountTable = sqliteTable('channel_account', {
  channel: text('channel').notNull(),
  accountId: text('account_id').notNull(),
  companyId: integer('company_id').notNull(),
  connectionId: integer('connection_id').notNull(),
  /** Part of the address at which the account's webhooks arrive; null where all accounts share one. */
  webhookKey: text('webhook_key'),
  /** Shared by accounts; null after a user disconnected it. */
  subscriptionId: text('subscription_id'),
})

export const retiredWebhookTable = sqliteTable('retired_webhook', { webhookKey: text('webhook_key').primaryKey() })

export const connectionCountTable = sqliteTable('connection_count', {
  companyId: integer('company_id').primaryKey(),
  total: integer('total').notNull(),
  connected: integer('connected').notNull(),
})

export const hostPointTable = sqliteTable('host_point', {
  at: time('at').primaryKey(),
  point: text('point', { mode: 'json' }).$type<HostPoint>().notNull(),
})

export const companyTimeTable = sqliteTable(
  'company_time',
  { companyId: integer('company_id').notNull(), hour: integer('hour').notNull(), ms: integer('ms').notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.hour] })],
)

export const auditTable = sqliteTable('audit', {
  id: integer('id').primaryKey(),
  at: time('at').notNull(),
  type: text('type').notNull(),
  companyId: integer('company_id'),
  userId: integer('user_id'),
  data: text('data', { mode: 'json' }),
})

export const signInCountTable = sqliteTable('sign_in_count', {
  /** A hash: what people type may be their password. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  endsAt: time('ends_at').notNull(),
})
