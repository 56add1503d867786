import { eq } from 'drizzle-orm'
import { reaction } from '../kernel/event-log'
import { forgetActors } from './actor.queries'
import { userQueueTable } from './user.tables'

/** Users of a deleted queue lose it at once, and with it what they may see. */
export const userReactions = [
  reaction('queue.deleted', (ctx, { data }) => {
    ctx.db.delete(userQueueTable).where(eq(userQueueTable.queueId, data.queueId)).run()
    forgetActors(ctx)
  }),
]
