import { eq } from 'drizzle-orm'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import type { QueueId } from '../kernel/ids'
import { reaction, recordEvent } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { promptRecords, promptTable } from './prompt/prompt.record'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { findAssistant, findAssistingPrompt } from './assistance/assistant'
import { suggestReply, summarizeTicket, transcribeForTeam } from './assistance/assist-agent'
import { enqueueJob, type WaitingJob } from '../kernel/job/jobs'
import { hourMs } from '../kernel/time/durations.contract'
import { findMessageRow } from '../message/message.queries'
import { findTicketRow } from '../ticket/ticket.queries'
import { AiError } from './ai-error'
import { settingsOf, askModel } from './chat/ask-model'
import { aiStateOf, noteAiFailure } from './prompt/hand-over'
import { awaitsTranscription, transcribeMessage } from './speech/transcribe-message'
import * as v from 'valibot'
import { defineCalls } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { localDay, timeZoneOf } from '../kernel/time/time-zone'
import { storeValue } from '../setting/save-setting'
import { dailyTokenLimitKey, findDailyTokenLimit, listUsageToday, tokensUsedToday, recordAiUsage } from './ai-usage'
import type { AiUsageView, TestAnswer } from './prompt/prompt.calls'
import { readSecret } from '../kernel/config/sealed-secret'
import type { TestPromptBody } from './prompt/prompt.contract'
import { systemText } from './prompt/system-text'

const WrittenText = v.object({ text: v.string() })

const assistanceCalls = defineCalls({
  'GET /ai-assistance': { answer: v.object({ available: v.boolean() }) },
  'POST /tickets/:id/suggested-reply': { params: IdParams, answer: WrittenText },
  'POST /tickets/:id/summary': { params: IdParams, answer: WrittenText },
  'POST /messages/:id/transcription': { params: IdParams, answer: WrittenText },
})

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'ai.transcribe': { messageId: number }
  }
}

/** Older audio waits for an agent's request. */
const oldMs = 24 * hourMs

const transcribeReceivedAudio = reaction('message.changed', (ctx, { messageId, ticketId, data }) => {
  if (data.what !== 'file') return
  const message = findMessageRow(ctx, messageId)
  if (!message || message.fromMe || !awaitsTranscription(message)) return
  if (ctx.now.getTime() - message.createdAt.getTime() > oldMs) return
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || !findAssistingPrompt(ctx, ticket.connectionId)) return
  const state = aiStateOf(ticket)
  // Prompts and agents transcribe themselves.
  if (state && !state.handedOver) return
  enqueueJob(ctx, 'ai.transcribe', { messageId }, { dedupeKey: `ai.transcribe ${messageId}` })
})

const transcriptionJob: WaitingJob<'ai.transcribe'> = {
  lane: 'waiting',
  attemptsMax: 3,
  timeLimitMs: 90_000,
  async run(freshContext, { messageId }, signal) {
    const ctx = freshContext()
    const message = findMessageRow(ctx, messageId)
    const ticket = message && findTicketRow(ctx, message.ticketId)
    const assistant = ticket && findAssistingPrompt(ctx, ticket.connectionId)
    if (!message || !assistant || !awaitsTranscription(message)) return
    const owner = { kind: 'prompt', id: assistant.id } as const
    try {
      const { endpoint } = settingsOf(ctx, assistant)
      await transcribeMessage(freshContext, message, { endpoint, owner }, signal)
    } catch (error) {
      if (!(error instanceof AiError) || error.isTemporary) throw error
      if (error.code !== 'audioRefused') noteAiFailure(freshContext(), owner, ticket.id, error)
    }
  },
}

const prompts = promptRecords.answering({
  'POST /prompt/test': ({ ctx, body }) => testPrompt(ctx, body),
  'GET /ai-usage': ({ ctx }) => getAiUsage(ctx),
  'PUT /ai-usage/limit': ({ ctx, body }) => setDailyTokenLimit(ctx, body.limit),
  'DELETE /prompt/:id': ({ ctx, params }) => {
    promptRecords.remove(ctx, params.id)
    return { message: 'Prompt deleted' }
  },
})

export const aiDomain = {
  name: 'ai',
  calls: assistanceCalls,
  records: [prompts],
  routes: ({ guard }) => assistanceRoutes(guard),
  reactions: [
    reaction('queue.deleted', (ctx, { data }) => clearQueueOfPrompts(ctx, data.queueId)),
    transcribeReceivedAudio,
  ],
  jobs: { 'ai.transcribe': transcriptionJob },
} satisfies Domain

/** Tickets they hand over then wait without one. */
function clearQueueOfPrompts(ctx: CompanyContext, queueId: QueueId) {
  for (const { id } of promptRecords.list(ctx, eq(promptTable.queueId, queueId))) {
    ctx.db.update(promptTable).set({ queueId: null }).where(eq(promptTable.id, id)).run()
    recordEvent(ctx, 'prompt.updated', {}, { promptId: id })
  }
}

function assistanceRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'assistance-routes' }).use(guard), assistanceCalls, {
    'GET /ai-assistance': ({ ctx }) => ({ available: findAssistant(ctx, null) !== undefined }),
    'POST /tickets/:id/suggested-reply': ({ ctx, params }) => suggestReply(ctx, params.id),
    'POST /tickets/:id/summary': ({ ctx, params }) => summarizeTicket(ctx, params.id),
    'POST /messages/:id/transcription': ({ ctx, params }) => transcribeForTeam(ctx, params.id),
  })
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'aiLimit.changed': { from: number | null; to: number | null }
  }
}

/** Null for none. At the limit, prompts and agents hand over. */
export function setDailyTokenLimit(ctx: CompanyContext, limit: number | null): AiUsageView {
  promptRecords.assertMayChange(ctx)
  ctx.transaction(() => {
    const from = findDailyTokenLimit(ctx) ?? null
    if (from === limit) return
    storeValue(ctx, dailyTokenLimitKey, String(limit ?? ''))
    recordEvent(ctx, 'aiLimit.changed', {}, { from, to: limit })
  })
  return getAiUsage(ctx)
}

function getAiUsage(ctx: CompanyContext): AiUsageView {
  promptRecords.assertMayChange(ctx)
  return {
    day: localDay(ctx.now, timeZoneOf(ctx)),
    tokens: tokensUsedToday(ctx),
    limit: findDailyTokenLimit(ctx) ?? null,
    owners: listUsageToday(ctx).map(({ ownerKind, ownerId, requests, tokensIn, tokensOut }) => ({
      kind: ownerKind,
      id: ownerId,
      requests,
      tokensIn,
      tokensOut,
    })),
  }
}

const timeoutMs = 25_000

async function testPrompt(ctx: CompanyContext, body: TestPromptBody): Promise<TestAnswer> {
  promptRecords.assertMayChange(ctx)
  const { ai } = ctx.company.services
  const startedMs = performance.now()
  const elapsed = () => Math.round(performance.now() - startedMs)
  try {
    const { text, handOver, usage } = await askModel(ctx, {
      endpoint: { baseUrl: ai.openAiUrl, apiKey: keyFor(ctx, body) },
      model: body.model || ai.openAiModel,
      maxTokens: body.maxTokens,
      temperature: body.temperature,
      messages: [
        {
          role: 'system',
          content: systemText(ctx, { instructions: body.prompt, maxTokens: body.maxTokens, mayHandOver: true }),
        },
        { role: 'user', content: body.question },
      ],
      mayHandOver: true,
      timeoutMs,
    })
    recordAiUsage(createContext(ctx.company), { kind: 'prompt', id: body.id ?? 0 }, usage)
    return { answer: text, handsOver: handOver !== undefined, ...usage, ms: elapsed(), error: null }
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    const { code, providerMessage: message } = error
    return { answer: null, handsOver: false, tokensIn: 0, tokensOut: 0, ms: elapsed(), error: { code, message } }
  }
}

function keyFor(ctx: CompanyContext, { id, apiKey }: TestPromptBody): string {
  if (apiKey !== '') return apiKey
  const secret = readSecret(ctx.company.services.sealer, id === null ? '' : promptRecords.get(ctx, id).apiKey)
  if (secret.state !== 'set') throw new AiError('keyRefused', 'No key is set')
  return secret.text
}
