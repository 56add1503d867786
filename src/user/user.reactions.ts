import { eq } from 'drizzle-orm'
import { reaction } from '../kernel/event-log'
import { forgetActors } from './actor.queries'
import { userQueueTable } from './user.tables'

/** Users of a deleted queue lose it and its tickets at once. */
export const userReactions = [
  reaction('queue.deleted', (ctx, { data }) => {
    ctx.db.delete(userQueueTable).where(eq(userQueueTable.queueId, data.queueId)).run()
    forgetActors(ctx)
  }),
]
