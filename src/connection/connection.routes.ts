import { Elysia } from 'elysia'
import { accepts } from '../kernel/body-limits'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, refuseOtherCompany } from '../kernel/request-parts'
import type { SuperUserGuard } from '../kernel/super-user-guard'
import type { Platform } from '../platform/platform'
import { getCompanyConnection, listAllConnections } from './all-connections'
import {
  AdminConnectionQuery,
  CreateConnectionBody,
  GreetingMediaBody,
  ListConnectionsQuery,
  UpdateConnectionBody,
} from './connection.contract'
import { getConnection, listConnections } from './connection.queries'
import { deleteConnection } from './delete-connection'
import { greetingBytesMax, removeGreetingMedia, setGreetingMedia } from './greeting-media'
import { presentFor, presentOne } from './present-connection'
import { createConnection, updateConnection } from './save-connection'

const greetingUpload = { files: { fields: { file: 1 }, fileBytesMax: greetingBytesMax } }
/** All its automatic messages at their longest. */
const long = { jsonBytesMax: 192 * 1024 }

/** Connections as records; connecting and disconnecting them is the session routes' matter. */
export function connectionRoutes(guard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  return new Elysia({ name: 'connection-routes', detail: { tags: ['connections'] } })
    .use(forSuperUsers(superUserGuard, platform))
    .use(forCompany(guard, platform))
}

function forSuperUsers(guard: SuperUserGuard, platform: Platform) {
  return new Elysia({ name: 'all-connections' })
    .use(guard)
    .get('/whatsapp/all', () => listAllConnections(platform))
    .get(
      '/whatsapp-admin/:id',
      ({ operator, params, query }) => getCompanyConnection(platform, query.companyId ?? operator.companyId, params.id),
      { params: IdParams, query: AdminConnectionQuery },
    )
}

function forCompany(guard: UserGuard, platform: Platform) {
  return new Elysia({ name: 'connections' })
    .use(guard)
    .get(
      '/whatsapp',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return presentFor(ctx, listConnections(ctx))
      },
      { query: ListConnectionsQuery },
    )
    .get(
      '/whatsapp/filter',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        const connected = listConnections(ctx).filter(({ status }) => status === 'CONNECTED')
        return presentFor(
          ctx,
          connected.filter(({ channel }) => !query.channel || channel === query.channel),
        )
      },
      { query: ListConnectionsQuery },
    )
    .get('/whatsapp/:id', ({ ctx, params }) => presentOne(ctx, getConnection(ctx, params.id)), { params: IdParams })
    .post(
      '/whatsapp',
      ({ ctx, body: { companyId, ...body } }) => {
        refuseOtherCompany(ctx, companyId)
        return presentOne(ctx, getConnection(ctx, createConnection(platform, ctx, body)))
      },
      { body: CreateConnectionBody, ...accepts(long) },
    )
    .put(
      '/whatsapp/:id',
      ({ ctx, params, body }) => {
        updateConnection(platform, ctx, params.id, body)
        return presentOne(ctx, getConnection(ctx, params.id))
      },
      { params: IdParams, body: UpdateConnectionBody, ...accepts(long) },
    )
    .delete(
      '/whatsapp/:id',
      ({ ctx, params }) => {
        deleteConnection(platform, ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .post(
      '/whatsapp/:id/media-upload',
      async ({ ctx, params, body }) => {
        await setGreetingMedia(ctx, params.id, body.file)
        return presentOne(ctx, getConnection(ctx, params.id))
      },
      { params: IdParams, body: GreetingMediaBody, ...accepts(greetingUpload) },
    )
    .delete(
      '/whatsapp/:id/media-upload',
      ({ ctx, params }) => {
        removeGreetingMedia(ctx, params.id)
        return presentOne(ctx, getConnection(ctx, params.id))
      },
      { params: IdParams },
    )
}
