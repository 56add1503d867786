import { reaction } from '../../kernel/event/event-log'
import { enqueueJob, type WaitingJob } from '../../kernel/job/jobs'
import { hourMs } from '../../kernel/time/durations.contract'
import '../../message/message.events'
import { findMessageRow } from '../../message/message.queries'
import { findTicketRow } from '../../ticket/ticket.queries'
import { AiError } from '../ai-error'
import { settingsOf } from '../chat/ask-model'
import { findAssistingPrompt } from '../assistance/assistant'
import { aiStateOf, noteAiFailure } from '../prompt/hand-over'
import { awaitsTranscription, transcribeMessage } from './transcribe-message'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'ai.transcribe': { messageId: number }
  }
}

/** Older audio, such as of an import, is transcribed when an agent asks for it. */
const oldMs = 24 * hourMs

export const transcribeReceivedAudio = reaction('message.changed', (ctx, { messageId, ticketId, data }) => {
  if (data.what !== 'file') return
  const message = findMessageRow(ctx, messageId)
  if (!message || message.fromMe || !awaitsTranscription(message)) return
  if (ctx.now.getTime() - message.createdAt.getTime() > oldMs) return
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || !findAssistingPrompt(ctx, ticket.connectionId)) return
  const state = aiStateOf(ticket)
  // Prompts and agents transcribe audio themselves.
  if (state && !state.handedOver) return
  enqueueJob(ctx, 'ai.transcribe', { messageId }, { dedupeKey: `ai.transcribe ${messageId}` })
})

export const transcriptionJob: WaitingJob<'ai.transcribe'> = {
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
      // A long audio is no failure; agents listen to it.
      if (error.code !== 'audioRefused') noteAiFailure(freshContext(), owner, ticket.id, error)
    }
  },
}
