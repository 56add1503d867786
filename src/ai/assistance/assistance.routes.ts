import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { findAssistant } from './assistant'
import { suggestReply, summarizeTicket, transcribeForTeam } from './assist-agent'
import { assistanceCalls } from './assistance.calls'

export function assistanceRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'assistance-routes' }).use(guard), assistanceCalls, {
    'GET /ai-assistance': ({ ctx }) => ({ available: findAssistant(ctx, null) !== undefined }),
    'POST /tickets/:id/suggested-reply': ({ ctx, params }) => suggestReply(ctx, params.id),
    'POST /tickets/:id/summary': ({ ctx, params }) => summarizeTicket(ctx, params.id),
    'POST /messages/:id/transcription': ({ ctx, params }) => transcribeForTeam(ctx, params.id),
  })
}
