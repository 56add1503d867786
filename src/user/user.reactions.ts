import { eq } from 'drizzle-orm'
import { reaction } from '../kernel/event/event-log'
import { forgetActors } from './actor.queries'
import { userQueueTable } from './user.tables'

export const userReactions = [
  reaction('queue.deleted', (ctx, { data }) => {
    ctx.db.delete(userQueueTable).where(eq(userQueueTable.queueId, data.queueId)).run()
    forgetActors(ctx)
  }),
]
