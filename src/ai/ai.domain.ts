import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { QueueId } from '../kernel/ids'
import { reaction, recordEvent } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { assistanceRoutes } from './assistance/assistance.routes'
import { getAiUsage, setDailyTokenLimit } from './ai-limit'
import { promptRecords, promptTable } from './prompt/prompt.record'
import { testPrompt } from './prompt/test-prompt'
import { transcribeReceivedAudio, transcriptionJob } from './speech/transcription.job'

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
  records: [prompts],
  routes: ({ guard }) => assistanceRoutes(guard),
  reactions: [
    reaction('queue.deleted', (ctx, { data }) => clearQueueOfPrompts(ctx, data.queueId)),
    transcribeReceivedAudio,
  ],
  jobs: { 'ai.transcribe': transcriptionJob },
} satisfies Domain

/** Prompts of a deleted queue keep working; tickets they hand over then wait without a queue. */
function clearQueueOfPrompts(ctx: CompanyContext, queueId: QueueId) {
  for (const { id } of promptRecords.list(ctx, eq(promptTable.queueId, queueId))) {
    ctx.db.update(promptTable).set({ queueId: null }).where(eq(promptTable.id, id)).run()
    recordEvent(ctx, 'prompt.updated', {}, { promptId: id })
  }
}
