import type { LocalJob, WaitingJob } from '../kernel/job/jobs'
import { minuteMs } from '../kernel/time/durations.contract'
import { sendDueClosingMessage } from './send/closing-message'
import { fetchMedia, markMediaMissing } from './inbound/fetch-media'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'message.fetchMedia': { messageId: number }
  }
}

export const fetchMediaJob: WaitingJob<'message.fetchMedia'> = {
  lane: 'waiting',
  attemptsMax: 10,
  // 100 MB over a slow connection.
  timeLimitMs: 10 * minuteMs,
  run: (freshContext, { messageId }, signal) => fetchMedia(freshContext, messageId, signal),
  givenUp: (ctx, { messageId }) => markMediaMissing(ctx, messageId),
}

export const sendClosingJob: LocalJob<'message.sendClosing'> = {
  attemptsMax: 10,
  run: (ctx, { ticketId, message }) => sendDueClosingMessage(ctx, ticketId, message),
}
