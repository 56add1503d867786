import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../kernel/database/columns'
import type { promptVoices } from './prompt/prompt.contract'

export const aiUsageTable = sqliteTable(
  'ai_usage',
  {
    /** YYYY-MM-DD in the company's time zone. */
    day: text('day').notNull(),
    ownerKind: text('owner_kind').$type<'prompt' | 'agent' | 'provider'>().notNull(),
    ownerId: integer('owner_id').notNull(),
    requests: integer('requests').notNull(),
    tokensIn: integer('tokens_in').notNull(),
    tokensOut: integer('tokens_out').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.ownerKind, table.ownerId] })],
)

export const promptTable = sqliteTable('prompt', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  prompt: text('prompt').notNull(),
  /** `texto`, or the voice that reads the answers. */
  voice: text('voice').$type<(typeof promptVoices)[number]>().notNull().default('texto'),
  /** Sealed; see `sealed-secret.ts`. */
  voiceKey: text('voice_key').notNull().default(''),
  voiceRegion: text('voice_region').notNull().default(''),
  maxTokens: integer('max_tokens').notNull(),
  temperature: real('temperature').notNull(),
  /** Sealed. */
  apiKey: text('api_key').notNull(),
  /** Empty for the host's. */
  model: text('model').notNull().default(''),
  /** Receives the tickets that are handed over; null once it was deleted. */
  queueId: integer('queue_id'),
  maxMessages: integer('max_messages').notNull(),
  /** Its key also serves the team: suggested replies, summaries and transcriptions. */
  assistsTeam: flag('assists_team').notNull().default(false),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})
