import type { JobHandler } from '../kernel/jobs'
import { fetchMedia, markMediaMissing } from './inbound/fetch-media'

declare module '../kernel/jobs' {
  interface JobPayloads {
    'message.fetchMedia': { messageId: number }
  }
}

export const fetchMediaJob: JobHandler<'message.fetchMedia'> = {
  attemptsMax: 10,
  run: (ctx, { messageId }) => fetchMedia(ctx, messageId),
  givenUp: (ctx, { messageId }) => markMediaMissing(ctx, messageId),
}
