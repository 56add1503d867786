import { eq } from 'drizzle-orm'
import { reaction } from '../kernel/event-log'
import { forgetActors } from './actor.queries'
import { userQueueTable } from './user.tables'

/** Whoever worked in a queue that goes loses it at once, in what they may see too. */
export const userReactions = [
  reaction('queue.deleted', (ctx, { data }) => {
    ctx.db.delete(userQueueTable).where(eq(userQueueTable.queueId, data.queueId)).run()
    forgetActors(ctx)
  }),
]
