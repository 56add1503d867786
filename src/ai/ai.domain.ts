import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { QueueId } from '../kernel/ids'
import { reaction, recordEvent } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { getAiUsage, setDailyTokenLimit } from './ai-limit'
import { promptRecords, promptTable } from './prompt/prompt.record'
import { testPrompt } from './prompt/test-prompt'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { findAssistant, findAssistingPrompt } from './assistance/assistant'
import { suggestReply, summarizeTicket, transcribeForTeam } from './assistance/assist-agent'
import { assistanceCalls } from './assistance/assistance.calls'
import { enqueueJob, type WaitingJob } from '../kernel/job/jobs'
import { hourMs } from '../kernel/time/durations.contract'
import '../message/message.events'
import { findMessageRow } from '../message/message.queries'
import { findTicketRow } from '../ticket/ticket.queries'
import { AiError } from './ai-error'
import { settingsOf } from './chat/ask-model'
import { aiStateOf, noteAiFailure } from './prompt/hand-over'
import { awaitsTranscription, transcribeMessage } from './speech/transcribe-message'

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
