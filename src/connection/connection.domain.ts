import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { cloudAccountRoutes } from './cloud/cloud-account.routes'
import { metaWebhookRoutes } from './cloud/meta-webhook.routes'
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
  routes: ({ guard, superUserGuard, platform }) =>
    new Elysia({ name: 'connection' })
      .use(connectionRoutes(guard, superUserGuard, platform))
      .use(supportRoutes(superUserGuard, platform))
      .use(whatsappSessionRoutes(guard))
      .use(cloudAccountRoutes(guard, platform))
      .use(metaWebhookRoutes(platform)),
  reactions: [...connectionReactions, ...whatsappSessionReactions, ...messageImportReactions],
  jobs: { 'connection.messageImport': messageImportJob, 'connection.delete': resumeDeletionJob },
  presenters: [connectionLive, whatsappSessionLive],
  mediaGuards: { connection: () => true },
}
