import { eq } from 'drizzle-orm'
import { reaction, recordEvent } from '../kernel/event-log'
import './connection.events'
import { listConnections, listConnectionsOfQueue, optionsOf } from './connection.queries'
import { connectionQueueTable, connectionTable } from './connection.tables'

/** A queue that goes is no longer offered, and nothing is redirected to it. */
export const connectionReactions = [
  reaction('queue.deleted', (ctx, { data: { queueId } }) => {
    const offering = new Set<number>(listConnectionsOfQueue(ctx, queueId))
    ctx.db.delete(connectionQueueTable).where(eq(connectionQueueTable.queueId, queueId)).run()
    for (const connection of listConnections(ctx)) {
      const options = optionsOf(connection)
      const redirects = options.sendIdQueue === queueId
      if (!redirects && !offering.has(connection.id)) continue
      const next = redirects ? { ...options, sendIdQueue: null, timeSendQueue: 0 } : options
      ctx.db.update(connectionTable).set({ options: next }).where(eq(connectionTable.id, connection.id)).run()
      recordEvent(ctx, 'connection.updated', {}, { connectionId: connection.id })
    }
  }),
]
