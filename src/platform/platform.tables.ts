import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/columns'
import type { CompanyFileSummary } from './company.calls'

export const planTable = sqliteTable('plan', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** Under which the name is taken, see `nameKey`. */
  nameKey: text('name_key').notNull(),
  users: integer('users').notNull(),
  connections: integer('connections').notNull(),
  queues: integer('queues').notNull(),
  /** Centavos. */
  amount: integer('amount').notNull(),
  isPublic: flag('is_public').notNull(),
  useWhatsapp: flag('use_whatsapp').notNull(),
  useFacebook: flag('use_facebook').notNull(),
  useInstagram: flag('use_instagram').notNull(),
  useCampaigns: flag('use_campaigns').notNull(),
  useSchedules: flag('use_schedules').notNull(),
  useInternalChat: flag('use_internal_chat').notNull(),
  useExternalApi: flag('use_external_api').notNull(),
  useKanban: flag('use_kanban').notNull(),
  useOpenAi: flag('use_open_ai').notNull(),
  useIntegrations: flag('use_integrations').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const companyTable = sqliteTable('company', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** Under which the name is taken, see `nameKey`. */
  nameKey: text('name_key').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull().default(''),
  document: text('document').notNull().default(''),
  addressStreet: text('address_street').notNull().default(''),
  addressState: text('address_state').notNull().default(''),
  addressCity: text('address_city').notNull().default(''),
  planId: integer('plan_id').notNull(),
  status: flag('status').notNull().default(true),
  /** YYYY-MM-DD, in the company's time zone. */
  dueDate: text('due_date').notNull(),
  recurrence: text('recurrence', { enum: ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] })
    .notNull()
    .default('MENSAL'),
  paymentMethod: text('payment_method').notNull().default(''),
  language: text('language', { enum: ['pt', 'en', 'es'] })
    .notNull()
    .default('pt'),
  timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
  /** What was agreed with the company; what holds is its plan. The second is the wire's spelling. */
  numberAttendants: integer('number_attendants').notNull().default(1),
  numberConections: integer('number_connections').notNull().default(1),
  lastLogin: time('last_login'),
  folderSize: integer('folder_size').notNull().default(0),
  numberFileFolder: integer('number_file_folder').notNull().default(0),
  updatedAtFolder: time('updated_at_folder'),
  nextJobAt: integer('next_job_at'),
  /** False when its file is known to hold no connection that wants to run; a hint. */
  mayConnect: flag('may_connect').notNull().default(true),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const companyFileSummaryTable = sqliteTable('company_own_parts', {
  companyId: integer('company_id').primaryKey(),
  parts: text('parts', { mode: 'json' }).$type<CompanyFileSummary>().notNull(),
})

export const invoiceTable = sqliteTable('invoice', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  companyId: integer('company_id').notNull(),
  /** The plan it was made of, which may be gone by now. */
  planId: integer('plan_id').notNull(),
  detail: text('detail').notNull(),
  users: integer('users').notNull(),
  connections: integer('connections').notNull(),
  queues: integer('queues').notNull(),
  /** Centavos. */
  value: integer('value').notNull(),
  /** YYYY-MM-DD, the company's due date when it was made. */
  dueDate: text('due_date').notNull(),
  status: text('status', { enum: ['open', 'paid', 'canceled'] })
    .notNull()
    .default('open'),
  paidAt: time('paid_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const chargeTable = sqliteTable('charge', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  invoiceId: integer('invoice_id').notNull(),
  companyId: integer('company_id').notNull(),
  provider: text('provider', { enum: ['static', 'efi', 'mercadopago', 'asaas'] }).notNull(),
  /** Chosen by us before the provider is asked. */
  txid: text('txid').notNull(),
  /** The provider's own id; empty until it has answered. */
  providerId: text('provider_id').notNull().default(''),
  /** Centavos. */
  amount: integer('amount').notNull(),
  status: text('status', { enum: ['creating', 'open', 'paid', 'overpaid', 'expired', 'removed'] }).notNull(),
  /** The plan that the payment begins; null for a custom one. */
  planId: integer('plan_id'),
  detail: text('detail').notNull(),
  users: integer('users').notNull(),
  connections: integer('connections').notNull(),
  queues: integer('queues').notNull(),
  /** By which the payment extends the subscription. */
  recurrence: text('recurrence', { enum: ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] }).notNull(),
  payerName: text('payer_name').notNull(),
  /** Sealed; empty without one. */
  payerDocument: text('payer_document').notNull().default(''),
  /** Pix "copia e cola"; empty until the provider has answered. */
  code: text('code').notNull().default(''),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  /** Null for a static code. */
  expiresAt: time('expires_at'),
  paidAt: time('paid_at'),
  /** Centavos that have arrived. */
  received: integer('received').notNull().default(0),
  /** The payment as the provider names it. */
  endToEndId: text('end_to_end_id'),
  /** When the super user noted a payment that pays nothing. */
  reviewedAt: time('reviewed_at'),
})

export const userIndexTable = sqliteTable('user_index', {
  email: text('email').primaryKey(),
  companyId: integer('company_id').notNull(),
  userId: integer('user_id').notNull(),
})

export const sessionTable = sqliteTable('session', {
  id: text('id').primaryKey(),
  companyId: integer('company_id').notNull(),
  userId: integer('user_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  previousHash: text('previous_hash'),
  rotatedAt: time('rotated_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull(),
  address: text('address').notNull().default(''),
})

export const platformSettingTable = sqliteTable('platform_setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

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
})

export const connectionCountTable = sqliteTable('connection_count', {
  companyId: integer('company_id').primaryKey(),
  total: integer('total').notNull(),
  connected: integer('connected').notNull(),
})

export const auditTable = sqliteTable('audit', {
  id: integer('id').primaryKey(),
  at: time('at').notNull(),
  type: text('type').notNull(),
  companyId: integer('company_id'),
  userId: integer('user_id'),
  data: text('data', { mode: 'json' }),
})
