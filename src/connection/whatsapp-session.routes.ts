import { Elysia } from 'elysia'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams } from '../kernel/request-parts'
import { listInboundErrors } from './inbound-errors'
import {
  leaveConnection,
  renewConnectionCode,
  requestPairingCode,
  restartConnections,
  tryConnection,
} from './whatsapp-session'
import { PairingCodeBody } from './whatsapp-session.contract'

/** Connecting, pairing and disconnecting; the connections as records are the connection routes' matter. */
export function whatsappSessionRoutes(guard: UserGuard) {
  return new Elysia({ name: 'whatsapp-session', detail: { tags: ['connections'] } })
    .use(guard)
    .post('/whatsappsession/:id', ({ ctx, params }) => tryConnection(ctx, params.id), { params: IdParams })
    .put('/whatsappsession/:id', ({ ctx, params }) => renewConnectionCode(ctx, params.id), { params: IdParams })
    .delete('/whatsappsession/:id', ({ ctx, params }) => leaveConnection(ctx, params.id), { params: IdParams })
    .post(
      '/whatsappsession/:id/pairing-code',
      ({ ctx, params, body }) => requestPairingCode(ctx, params.id, body.number),
      { params: IdParams, body: PairingCodeBody },
    )
    .post('/whatsapp-restart/', ({ ctx }) => restartConnections(ctx))
    .get('/whatsapp/:id/inbound-errors', ({ ctx, params }) => listInboundErrors(ctx, params.id), { params: IdParams })
}
