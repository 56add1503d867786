import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { listInboundErrors } from '../inbox/inbound-errors'
import {
  leaveConnection,
  renewConnectionCode,
  requestPairingCode,
  restartConnections,
  tryConnection,
} from './whatsapp-session'
import { whatsappSessionCalls } from './whatsapp-session.calls'

export function whatsappSessionRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'whatsapp-session' }).use(guard)
  return answerCalls(app, whatsappSessionCalls, {
    'POST /whatsappsession/:id': ({ ctx, params }) => tryConnection(ctx, params.id),
    'PUT /whatsappsession/:id': ({ ctx, params }) => renewConnectionCode(ctx, params.id),
    'DELETE /whatsappsession/:id': ({ ctx, params }) => leaveConnection(ctx, params.id),
    'POST /whatsappsession/:id/pairing-code': ({ ctx, params, body }) =>
      requestPairingCode(ctx, params.id, body.number),
    'POST /whatsapp-restart/': ({ ctx }) => restartConnections(ctx),
    'GET /whatsapp/:id/inbound-errors': ({ ctx, params }) => listInboundErrors(ctx, params.id),
  })
}
