import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { BotErrorView } from '../../bot/bot-error.contract'
import { failedRecord, lastBotErrors, forgetBot } from '../../bot/bot-errors'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { changeSecret, readSecret } from '../../kernel/config/sealed-secret'
import { flag, recordColumns } from '../../kernel/database/columns'
import { refuse } from '../../kernel/errors'
import { withoutMissing } from '../../kernel/http/body-values'
import { IdParams } from '../../kernel/http/request-parts'
import { defineRecord } from '../../kernel/record/define-record'
import { viewOf } from '../../kernel/record/record-view'
import { findQueue } from '../../queue/queue.queries'
import { promptCalls } from './prompt.calls'
import { PromptBody, promptBytesMax, promptVoices, type UpdatePromptBody } from './prompt.contract'

export const promptTable = sqliteTable('prompt', {
  ...recordColumns,
  name: text('name').notNull(),
  prompt: text('prompt').notNull(),
  voice: text('voice', { enum: promptVoices }).notNull().default('texto'),
  /** See `sealed-secret.ts`. */
  voiceKey: text('voice_key').notNull().default(''),
  voiceRegion: text('voice_region').notNull().default(''),
  maxTokens: integer('max_tokens').notNull(),
  temperature: real('temperature').notNull(),
  apiKey: text('api_key').notNull(),
  /** Empty for the host's. */
  model: text('model').notNull().default(''),
  /** Null once it was deleted. */
  queueId: integer('queue_id'),
  maxMessages: integer('max_messages').notNull(),
  /** Suggestions, summaries and transcriptions. */
  assistsTeam: flag('assists_team').notNull().default(false),
})
export type Prompt = typeof promptTable.$inferSelect

/** `unreadable`: sealed by another host. */
const KeyState = v.picklist(['none', 'set', 'unreadable'])

export const PromptView = viewOf(promptTable, {
  apiKey: 'hidden',
  voiceKey: 'hidden',
  apiKeyState: KeyState,
  voiceKeyState: KeyState,
  hasApiKey: v.boolean(),
  hasVoiceKey: v.boolean(),
  queue: v.nullable(v.object({ id: v.number(), name: v.string(), color: v.string() })),
  botError: v.nullable(BotErrorView),
})
export type PromptView = v.InferOutput<typeof PromptView>

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    prompt: PromptView
  }
}

export const promptRecords = defineRecord({
  subject: 'prompt',
  path: '/prompt',
  list: { all: true, as: 'prompts' },
  table: promptTable,
  view: PromptView,
  body: PromptBody,
  limits: { jsonBytesMax: promptBytesMax },
  notFound: 'ERR_NO_PROMPT_FOUND',
  read: 'admins',
  change: isAdmin,
  plan: 'useOpenAi',
  one: true,
  calls: {
    ...promptCalls,
    'DELETE /prompt/:id': { params: IdParams, answer: v.object({ message: v.string() }) },
  },
  present(ctx) {
    const errors = lastBotErrors(ctx, 'prompt')
    const { sealer } = ctx.company.services
    return ({ id, apiKey, voiceKey, queueId }) => {
      const [apiKeyState, voiceKeyState] = [readSecret(sealer, apiKey).state, readSecret(sealer, voiceKey).state]
      const queue = queueId === null ? undefined : findQueue(ctx, queueId)
      return {
        apiKeyState,
        voiceKeyState,
        hasApiKey: apiKeyState === 'set',
        hasVoiceKey: voiceKeyState === 'set',
        queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
        botError: errors.get(id) ?? null,
      }
    }
  },
  creates(ctx, body) {
    const values = withSealedKeys(ctx, body, { apiKey: '', voiceKey: '' })
    assertWhole(ctx, values)
    return values
  },
  updates(ctx, body, before) {
    const changes = withSealedKeys(ctx, withoutMissing(body), before)
    assertWhole(ctx, { ...before, ...changes }, body.queueId !== undefined)
    return changes
  },
  /** Its connections answer with their menu from then on; a ticket that it was answering waits for an agent. */
  deletes: (ctx, { id }) => forgetBot(ctx, 'prompt', id),
  changedBy: failedRecord('prompt'),
})

export const findPrompt = (ctx: CompanyContext, id: number): Prompt | undefined => promptRecords.find(ctx, id)

type Keys = Pick<Prompt, 'apiKey' | 'voiceKey'>

function withSealedKeys<Body extends UpdatePromptBody>(ctx: CompanyContext, body: Body, stored: Keys): Body & Keys {
  const { sealer } = ctx.company.services
  return {
    ...body,
    apiKey: changeSecret(sealer, stored.apiKey, body.apiKey),
    voiceKey: changeSecret(sealer, stored.voiceKey, body.voiceKey),
  }
}

type Whole = Pick<Prompt, 'apiKey' | 'voice' | 'voiceKey' | 'voiceRegion' | 'queueId'>

function assertWhole(ctx: CompanyContext, prompt: Whole, asksQueue = true) {
  const speaks = prompt.voice !== 'texto'
  const fields = {
    ...(prompt.apiKey === '' ? { apiKey: 'required' } : {}),
    ...(speaks && prompt.voiceKey === '' ? { voiceKey: 'required' } : {}),
    ...(speaks && prompt.voiceRegion === '' ? { voiceRegion: 'required' } : {}),
    ...(asksQueue && !findQueue(ctx, prompt.queueId ?? 0) ? { queueId: 'unknown' } : {}),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}
