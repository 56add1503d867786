import { eq } from 'drizzle-orm'
import { reaction, recordEvent } from '../kernel/event/event-log'
import './connection.events'
import { listConnections, listConnectionsOfQueue, optionsOf } from './connection.queries'
import { connectionQueueTable, connectionTable } from './connection.tables'

export const connectionReactions = [
  reaction('queue.deleted', (ctx, { data: { queueId } }) => {
    const offering = new Set<number>(listConnectionsOfQueue(ctx, queueId))
    ctx.db.delete(connectionQueueTable).where(eq(connectionQueueTable.queueId, queueId)).run()
    for (const connection of listConnections(ctx)) {
      const options = optionsOf(connection)
      const redirects = options.sendIdQueue === queueId
      const imports = options.queueIdImportMessages === queueId
      if (!redirects && !imports && !offering.has(connection.id)) continue
      const next = {
        ...options,
        ...(redirects ? { sendIdQueue: null, timeSendQueue: 0 } : {}),
        ...(imports ? { queueIdImportMessages: null } : {}),
      }
      ctx.db.update(connectionTable).set({ options: next }).where(eq(connectionTable.id, connection.id)).run()
      recordEvent(ctx, 'connection.updated', {}, { connectionId: connection.id })
    }
  }),
]
