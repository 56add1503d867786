import { createHmac } from 'node:crypto'
import type { Change, Json } from './graph-server.types'

export interface WebhookSettings {
  /** Address of the app's webhook; nothing is delivered without one. */
  url: string
  appSecret: string
}

export const signatureOf = (body: string | Uint8Array, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export const envelopeOf = (businessAccountId: string, ...changes: Change[]): Json => ({
  object: 'whatsapp_business_account',
  entry: [{ id: businessAccountId, changes }],
})

export async function deliver({ url, appSecret }: WebhookSettings, envelope: Json | string): Promise<Response> {
  // Meta escapes slashes and characters beyond ASCII, so that the signed bytes are not those of re-encoded JSON.
  const body = typeof envelope === 'string' ? envelope : escapeLikeMeta(JSON.stringify(envelope))
  return fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, appSecret) },
  })
}

function escapeLikeMeta(json: string) {
  return json
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What Meta does when somebody enters the webhook's address and verify token. */
export function verifyAddress(url: string, verifyToken: string, challenge = '1158201444', headers: HeadersInit = {}) {
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': challenge,
  })
  return fetch(`${url}?${query.toString()}`, { headers })
}
