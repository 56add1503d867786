import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { connectionLive } from './connection.live'
import { connectionReactions } from './connection.reactions'
import { connectionRoutes } from './connection.routes'
import { messageImportJob } from './message-import.jobs'
import { messageImportReactions } from './message-import.reactions'
import { supportRoutes } from './support.routes'
import { whatsappSessionLive } from './whatsapp-session.live'
import { whatsappSessionReactions } from './whatsapp-session.reactions'
import { whatsappSessionRoutes } from './whatsapp-session.routes'

export const connectionDomain: Domain = {
  name: 'connection',
  routes: ({ guard, superUserGuard, platform }) =>
    new Elysia({ name: 'connection' })
      .use(connectionRoutes(guard, superUserGuard, platform))
      .use(supportRoutes(superUserGuard, platform))
      .use(whatsappSessionRoutes(guard)),
  reactions: [...connectionReactions, ...whatsappSessionReactions, ...messageImportReactions],
  jobs: { 'connection.messageImport': messageImportJob },
  presenters: [connectionLive, whatsappSessionLive],
  mediaGuards: { connection: () => true },
}
