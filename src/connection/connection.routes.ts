import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard, SuperUserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { Platform } from '../platform/platform'
import { getCompanyConnection, listConnectionCountsOfAll, listConnectionsOfCompany } from './host/all-connections'
import { allConnectionsCalls, connectionCalls } from './connection.calls'
import { getConnection, listConnections } from './connection.queries'
import { deleteConnection } from './save/delete-connection'
import { removeMessageImport } from './history/message-import'
import { removeGreetingMedia, setGreetingMedia } from './save/greeting-media'
import { presentFor, presentManaged, presentOne } from './save/present-connection'
import { createConnection, updateConnection } from './save/save-connection'

export function connectionRoutes(guard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  return new Elysia({ name: 'connection-routes' })
    .use(forSuperUsers(superUserGuard, platform))
    .use(forCompany(guard, platform))
}

function forSuperUsers(guard: SuperUserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'all-connections' }).use(guard), allConnectionsCalls, {
    'GET /whatsapp/all': () => listConnectionCountsOfAll(platform),
    'GET /whatsapp/all/:companyId': ({ params }) => listConnectionsOfCompany(platform, params.companyId),
    'GET /whatsapp-admin/:id': ({ operator, params, query }) =>
      getCompanyConnection(platform, query.companyId ?? operator.companyId, params.id),
  })
}

function forCompany(guard: UserGuard, platform: Platform) {
  return answerCalls(new Elysia({ name: 'connections' }).use(guard), connectionCalls, {
    'GET /whatsapp': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return presentFor(ctx, listConnections(ctx))
    },
    'GET /whatsapp/filter': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      const connected = listConnections(ctx).filter(({ status }) => status === 'CONNECTED')
      return presentFor(
        ctx,
        connected.filter(({ channel }) => !query.channel || channel === query.channel),
      )
    },
    'GET /whatsapp/:id': ({ ctx, params }) => presentOne(ctx, getConnection(ctx, params.id)),
    'POST /whatsapp': async ({ ctx, body: { companyId, ...body } }) => {
      refuseOtherCompany(ctx, companyId)
      return presentManaged(ctx, getConnection(ctx, await createConnection(platform, ctx, body)))
    },
    'PUT /whatsapp/:id': async ({ ctx, params, body }) => {
      await updateConnection(platform, ctx, params.id, body)
      return presentManaged(ctx, getConnection(ctx, params.id))
    },
    'DELETE /whatsapp/:id': async ({ ctx, params }) => {
      await deleteConnection(platform, ctx, params.id)
      return { ok: true }
    },
    'POST /whatsapp/:id/media-upload': async ({ ctx, params, body }) => {
      await setGreetingMedia(ctx, params.id, body.file)
      return presentManaged(ctx, getConnection(ctx, params.id))
    },
    'DELETE /whatsapp/:id/import': ({ ctx, params }) => {
      removeMessageImport(ctx, params.id)
      return presentManaged(ctx, getConnection(ctx, params.id))
    },
    'DELETE /whatsapp/:id/media-upload': ({ ctx, params }) => {
      removeGreetingMedia(ctx, params.id)
      return presentManaged(ctx, getConnection(ctx, params.id))
    },
  })
}
