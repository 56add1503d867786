import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { createAccountHost } from './save/account-host'
import { metaWebhookRoutes } from './webhook/meta-webhook.routes'
import { connectionLive } from './connection.live'
import { connectionRoutes } from './connection.routes'
import { messageImportJob } from './history/message-import.jobs'
import { endSession, resumeDeletionJob } from './save/delete-connection'
import { supportRoutes } from './host/support.routes'
import { whatsappSessionLive } from './session/whatsapp-session.live'
import { whatsappSessionRoutes } from './session/whatsapp-session.routes'
import { eq } from 'drizzle-orm'
import { reaction, recordEvent } from '../kernel/event/event-log'
import './connection.events'
import { listConnections, listConnectionsOfQueue, optionsOf } from './connection.queries'
import { connectionQueueTable, connectionTable } from './connection.tables'
import './connection-status.events'
import { followSession } from './history/message-import'
import { messageImportTable } from './history/message-import.tables'
import { afterCommit } from '../kernel/company/company-context'

const reactions = [
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
  reaction('connection.deleted', (ctx, { data }) => {
    afterCommit(ctx, () => void endSession(ctx, data.connectionId))
  }),
  // An import starts when its account is paired and stops when it is unpaired.
  reaction('connection.statusChanged', (ctx, { data }) => followSession(ctx, data.connectionId)),
  reaction('queue.deleted', (ctx, { data: { queueId } }) => {
    ctx.db.update(messageImportTable).set({ queueId: null }).where(eq(messageImportTable.queueId, queueId)).run()
  }),
]

export const connectionDomain: Domain = {
  name: 'connection',
  routes({ guard, superUserGuard, platform }) {
    const app = new Elysia({ name: 'connection' })
      .use(connectionRoutes(guard, superUserGuard, platform))
      .use(supportRoutes(superUserGuard, platform))
      .use(whatsappSessionRoutes(guard))
      .use(metaWebhookRoutes(platform))
    const host = createAccountHost(platform)
    for (const { routes } of Object.values(platform.ports.providers)) if (routes) app.use(routes(guard, host))
    return app
  },
  reactions,
  jobs: { 'connection.messageImport': messageImportJob, 'connection.delete': resumeDeletionJob },
  presenters: [connectionLive, whatsappSessionLive],
  mediaGuards: { connection: () => true },
}
