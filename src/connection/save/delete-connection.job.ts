import type { WaitingJob } from '../../kernel/job/jobs'
import './delete-connection'

/** Finishes a deletion that the end of the process interrupted. */
export const resumeDeletionJob: WaitingJob<'connection.delete'> = {
  lane: 'waiting',
  timeLimitMs: 600_000,
  attemptsMax: 5,
  async run(freshContext, { connectionId }) {
    const ctx = freshContext()
    await ctx.company.services.ports.resumeConnectionDeletion(ctx, connectionId)
  },
}
