import { eq } from 'drizzle-orm'
import { reaction } from '../kernel/event-log'
import './connection-status.events'
import { followSession } from './message-import'
import { messageImportTable } from './message-import.tables'

/** An import begins when its account is paired, ends when it is unpaired, and does without a queue that is deleted. */
export const messageImportReactions = [
  reaction('connection.statusChanged', (ctx, { data }) => followSession(ctx, data.connectionId)),
  reaction('queue.deleted', (ctx, { data: { queueId } }) => {
    ctx.db.update(messageImportTable).set({ queueId: null }).where(eq(messageImportTable.queueId, queueId)).run()
  }),
]
