import { createHmac } from 'node:crypto'

export interface Signed {
  deliveryId: string
  body: string
  secret: string
  at: Date
}

/** See docs/webhooks.md. */
export function signatureHeaders({ deliveryId, body, secret, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-recado-delivery': deliveryId,
    'x-recado-timestamp': timestamp,
    'x-recado-signature': `sha256=${digest}`,
  }
}
