import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import type { ConnectionView } from '../connection.calls'
import { PairingCodeBody } from '../connection.contract'

export const InboundErrorsView = v.object({
  waiting: v.number(),
  errors: v.array(
    v.object({
      id: v.number(),
      error: v.string(),
      attempts: v.number(),
      retryAt: v.string(),
      createdAt: v.string(),
    }),
  ),
})
export type InboundErrorsView = v.InferOutput<typeof InboundErrorsView>

export const whatsappSessionCalls = defineCalls({
  'POST /whatsappsession/:id': { params: IdParams, answer: Done },
  'PUT /whatsappsession/:id': { params: IdParams, answer: Done },
  'DELETE /whatsappsession/:id': { params: IdParams, answer: Done },
  'POST /whatsappsession/:id/pairing-code': {
    params: IdParams,
    body: PairingCodeBody,
    answer: v.object({ pairingCode: v.string() }),
  },
  'POST /whatsapp-restart/': { answer: Done },
  'GET /whatsapp/:id/inbound-errors': { params: IdParams, answer: InboundErrorsView },
})

type Seen = Pick<ConnectionView, 'id' | 'name' | 'status' | 'updatedAt'>
type Managed = Pick<
  ConnectionView,
  'qrcode' | 'pairingCode' | 'number' | 'retries' | 'retryAt' | 'lastError' | 'missingMessages'
>

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    whatsappSession: { action: 'update'; session: Seen | (Seen & Managed) }
  }
}
