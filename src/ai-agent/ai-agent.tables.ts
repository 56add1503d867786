import { integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import { ageRanges, communicationTones, genders } from './agent/agent.contract'
import type { ItemKind } from './agent/item.contract'
import type { KnowledgeSource } from './answer/answer.calls'
import { modelsErrors } from './provider/ai-provider.contract'

export const aiProviderTable = sqliteTable('ai_provider', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  baseUrl: text('base_url').notNull(),
  apiKey: text('api_key').notNull(),
  models: integer('models').notNull().default(0),
  /** Why the last listing failed. */
  modelsError: text('models_error', { enum: modelsErrors }),
  modelsAt: time('models_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const aiModelTable = sqliteTable(
  'ai_model',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    providerId: integer('provider_id')
      .notNull()
      .references(() => aiProviderTable.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** False if the provider no longer lists it; kept because an agent uses it. */
    isListed: flag('is_listed').notNull().default(true),
  },
  (table) => [unique().on(table.providerId, table.name)],
)

export const agentTable = sqliteTable('agent', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  agentTypeId: integer('agent_type_id').notNull(),
  shortBio: text('short_bio').notNull(),
  gender: text('gender', { enum: genders }).notNull(),
  ageRange: text('age_range', { enum: ageRanges }).notNull(),
  expertiseAreas: text('expertise_areas').notNull(),
  greetingPhrase: text('greeting_phrase').notNull(),
  aboutCompany: text('about_company').notNull(),
  mainObjective: text('main_objective').notNull(),
  companyWebsite: text('company_website').notNull(),
  instagram: text('instagram').notNull(),
  communicationTone: text('communication_tone', { enum: communicationTones }).notNull(),
  aiProviderId: integer('ai_provider_id')
    .notNull()
    .references(() => aiProviderTable.id),
  aiModelId: integer('ai_model_id')
    .notNull()
    .references(() => aiModelTable.id),
  /** Time to wait for further messages, which are answered together, in seconds. */
  delay: integer('delay').notNull(),
  queueIds: text('queue_ids', { mode: 'json' }).$type<number[]>().notNull().default([]),
  tagIds: text('tag_ids', { mode: 'json' }).$type<number[]>().notNull().default([]),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const agentItemTable = sqliteTable('agent_item', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  agentId: integer('agent_id')
    .notNull()
    .references(() => agentTable.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<ItemKind>().notNull(),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  /** Centavos. */
  price: integer('price'),
  paymentConditions: text('payment_conditions').notNull().default(''),
  specialOffers: text('special_offers').notNull().default(''),
  characters: integer('characters').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const agentFileTable = sqliteTable('agent_file', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  itemId: integer('item_id')
    .notNull()
    .references(() => agentItemTable.id, { onDelete: 'cascade' }),
  mediaId: integer('media_id').notNull(),
  position: integer('position').notNull(),
  /** `none` for pictures and audio. */
  textState: text('text_state').$type<'none' | 'waiting' | 'read' | 'failed'>().notNull(),
})

export const agentFilePartTable = sqliteTable('agent_file_part', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  fileId: integer('file_id')
    .notNull()
    .references(() => agentFileTable.id, { onDelete: 'cascade' }),
  agentId: integer('agent_id')
    .notNull()
    .references(() => agentTable.id, { onDelete: 'cascade' }),
  /** From 1. */
  page: integer('page').notNull(),
  text: text('text').notNull(),
  characters: integer('characters').notNull(),
})

export const agentAnswerTable = sqliteTable('agent_answer', {
  messageId: integer('message_id').primaryKey(),
  agentId: integer('agent_id').notNull(),
  model: text('model').notNull(),
  question: text('question').notNull(),
  sources: text('sources', { mode: 'json' }).$type<KnowledgeSource[]>().notNull(),
  tokensIn: integer('tokens_in').notNull(),
  tokensOut: integer('tokens_out').notNull(),
})

export const agentKnowledgeTable = sqliteTable('agent_knowledge', {
  rowid: integer('rowid').notNull(),
  agent: text('agent').notNull(),
  text: text('text').notNull(),
})
