import { Elysia } from 'elysia'
import { reaction } from '../kernel/event/event-log'
import type { Domain } from '../platform/domain'
import { assistanceRoutes } from './assistance/assistance.routes'
import { clearQueueOfPrompts } from './prompt/prompt.commands'
import { promptRecords } from './prompt/prompt.records'
import { promptRoutes } from './prompt/prompt.routes'
import { transcribeReceivedAudio, transcriptionJob } from './speech/transcription.job'

export const aiDomain: Domain = {
  name: 'ai',
  routes: ({ guard }) => new Elysia({ name: 'ai' }).use(promptRoutes(guard)).use(assistanceRoutes(guard)),
  presenters: [promptRecords.live],
  reactions: [
    reaction('queue.deleted', (ctx, { data }) => clearQueueOfPrompts(ctx, data.queueId)),
    transcribeReceivedAudio,
  ],
  jobs: { 'ai.transcribe': transcriptionJob },
}
