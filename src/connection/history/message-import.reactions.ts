import { eq } from 'drizzle-orm'
import { reaction } from '../../kernel/event/event-log'
import '../connection-status.events'
import { followSession } from './message-import'
import { messageImportTable } from './message-import.tables'

/** An import starts when its account is paired and stops when it is unpaired; a deleted queue is removed from it. */
export const messageImportReactions = [
  reaction('connection.statusChanged', (ctx, { data }) => followSession(ctx, data.connectionId)),
  reaction('queue.deleted', (ctx, { data: { queueId } }) => {
    ctx.db.update(messageImportTable).set({ queueId: null }).where(eq(messageImportTable.queueId, queueId)).run()
  }),
]
