import type { AcceptedMessage, Change, GraphPhone, Json } from './graph-server.types'

export interface Customer {
  /** Omitted for somebody who hides the number. */
  waId?: string
  /** Business-scoped user id. */
  userId?: string
  name?: string
  /** "Business-scoped user IDs", developers.facebook.com, from memory: in the profile, without an at sign. */
  username?: string
}

type Status = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

const metadataOf = ({ id, displayNumber }: GraphPhone) => ({
  display_phone_number: displayNumber.replace(/\D/g, ''),
  phone_number_id: id,
})

const seconds = (atMs: number) => String(Math.floor(atMs / 1000))

/** A message of a customer; `content` holds `type` and the object of that name. */
export function messageChange(
  phone: GraphPhone,
  { waId, userId, username, name = 'Cliente' }: Customer,
  { id, atMs, content }: { id: string; atMs: number; content: Json },
): Change {
  const ids = { ...(waId && { wa_id: waId }), ...(userId && { user_id: userId }) }
  const from = { ...(waId && { from: waId }), ...(userId && { from_user_id: userId }) }
  return {
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: metadataOf(phone),
      contacts: [{ profile: { name, ...(username && { username }) }, ...ids }],
      messages: [{ ...from, id, timestamp: seconds(atMs), ...content }],
    },
  }
}

/** "System messages webhook reference", developers.facebook.com, updated May 21, 2026: without `contacts`, unlike other messages. */
export function numberChange(
  phone: GraphPhone,
  { id, from, to, atMs }: { id: string; from: string; to: string; atMs: number },
): Change {
  const system = { body: `User Sheena Nelson changed from ${from} to ${to}`, wa_id: to, type: 'user_changed_number' }
  return {
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: metadataOf(phone),
      messages: [{ from, id, timestamp: seconds(atMs), type: 'system', system }],
    },
  }
}

/** "User-initiated calls" and "API and webhook reference" of the Calling API, developers.facebook.com, updated Nov 25, 2025. */
export function callChange(
  phone: GraphPhone,
  { waId = '', name = 'Cliente' }: Customer,
  call: { id: string; atMs: number; event: 'connect' | 'terminate'; status?: string; duration?: number },
): Change {
  const { atMs, ...rest } = call
  const shared = { from: waId, to: phone.displayNumber.replace(/\D/g, ''), direction: 'USER_INITIATED' }
  return {
    field: 'calls',
    value: {
      messaging_product: 'whatsapp',
      metadata: metadataOf(phone),
      contacts: [{ profile: { name }, wa_id: waId }],
      calls: [{ ...shared, ...rest, timestamp: seconds(atMs) }],
    },
  }
}

/** "Status messages webhook reference", developers.facebook.com, updated May 21, 2026: with sent, and with delivered or read. */
export const pricingOf = (category: string, type = 'regular') => {
  return { billable: type === 'regular', pricing_model: 'PMP', type, category }
}

/** An error of the number itself. "Errors webhook reference", developers.facebook.com; from memory. */
export function errorChange(phone: GraphPhone, error: { code: number; title: string }): Change {
  const { code, title } = error
  const errors = [{ code, title, message: title, error_data: { details: title } }]
  return { field: 'messages', value: { messaging_product: 'whatsapp', metadata: metadataOf(phone), errors } }
}

export function statusChange(
  phone: GraphPhone,
  { id, to, body }: Pick<AcceptedMessage, 'id' | 'to' | 'body'>,
  {
    status,
    atMs,
    code,
    title = 'Message undeliverable',
    pricing,
  }: { status: Status; atMs: number; code?: number; title?: string; pricing?: Json },
): Change {
  const opaque = body['biz_opaque_callback_data']
  const errors = code === undefined ? {} : { errors: [{ code, title, message: title, error_data: { details: title } }] }
  return {
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: metadataOf(phone),
      statuses: [
        {
          id,
          status,
          timestamp: seconds(atMs),
          ...(/^\d+$/.test(to) ? { recipient_id: to } : { recipient_user_id: to }),
          ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }),
          ...(pricing && { pricing }),
          ...errors,
        },
      ],
    },
  }
}
