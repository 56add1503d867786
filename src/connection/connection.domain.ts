import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { createAccountHost } from './save/account-host'
import { metaWebhookRoutes } from './webhook/meta-webhook.routes'
import { connectionLive } from './connection.live'
import { connectionReactions } from './connection.reactions'
import { connectionRoutes } from './connection.routes'
import { messageImportJob } from './history/message-import.jobs'
import { messageImportReactions } from './history/message-import.reactions'
import { resumeDeletionJob } from './save/delete-connection.job'
import { supportRoutes } from './host/support.routes'
import { whatsappSessionLive } from './session/whatsapp-session.live'
import { whatsappSessionReactions } from './session/whatsapp-session.reactions'
import { whatsappSessionRoutes } from './session/whatsapp-session.routes'

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
  reactions: [...connectionReactions, ...whatsappSessionReactions, ...messageImportReactions],
  jobs: { 'connection.messageImport': messageImportJob, 'connection.delete': resumeDeletionJob },
  presenters: [connectionLive, whatsappSessionLive],
  mediaGuards: { connection: () => true },
}
