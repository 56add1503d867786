import type { Customer } from './graph-changes'
import type { Change, GraphPhone, Json } from './graph-server.types'

const metadataOf = ({ id, displayNumber }: GraphPhone) => ({
  display_phone_number: displayNumber.replace(/\D/g, ''),
  phone_number_id: id,
})

const seconds = (atMs: number) => String(Math.floor(atMs / 1000))

interface Moment {
  id: string
  atMs: number
}

// "smb_message_echoes webhook reference", developers.facebook.com, updated May 21, 2026.
/** Written in the WhatsApp Business app by the business; also an edit or a revocation. */
export function echoChange(phone: GraphPhone, { waId = '' }: Customer, { id, atMs }: Moment, content: Json): Change {
  const metadata = metadataOf(phone)
  const echo = { from: metadata.display_phone_number, to: waId, id, timestamp: seconds(atMs), ...content }
  return {
    field: 'smb_message_echoes',
    value: { messaging_product: 'whatsapp', metadata, message_echoes: [echo] },
  }
}

// "Edit messages webhook reference", updated Jul 20, 2026; "Revoke messages webhook reference", updated May 21, 2026.
export const editOf = (originalId: string, message: Json): Json => ({
  type: 'edit',
  edit: { original_message_id: originalId, message: { context: { id: originalId }, ...message } },
})

export const revocationOf = (originalId: string): Json => ({
  type: 'revoke',
  revoke: { original_message_id: originalId },
})

// "history webhook reference", updated Dec 12, 2025: phase 0 is the first day, 1 until day 90, 2 until day 180; chunks may come in
// any order; files come in further history webhooks, as `messages` (this shape from memory).
interface Past {
  id: string
  atMs: number
  isOurs?: boolean
  status?: string
  content?: Json
}

/** One chunk of a history: conversations by the customer's number. */
export function historyChange(
  phone: GraphPhone,
  { phase = 0, chunk = 1, progress = 100 },
  conversations: Record<string, Past[]>,
): Change {
  const metadata = metadataOf(phone)
  const messageOf = (customer: string, { id, atMs, isOurs, status = 'READ', content }: Past) => ({
    from: isOurs ? metadata.display_phone_number : customer,
    ...(isOurs ? { to: customer } : {}),
    id,
    timestamp: seconds(atMs),
    ...(content ?? { type: 'text', text: { body: id } }),
    history_context: { status },
  })
  const threads = Object.entries(conversations).map(([id, past]) => ({
    id,
    messages: past.map((one) => messageOf(id, one)),
  }))
  const history = [{ metadata: { phase, chunk_order: chunk, progress }, threads }]
  return { field: 'history', value: { messaging_product: 'whatsapp', metadata, history } }
}

export function historyFileChange(
  phone: GraphPhone,
  { waId = '' }: Customer,
  { id, atMs }: Moment,
  content: Json,
): Change {
  const messages = [{ from: waId, id, timestamp: seconds(atMs), ...content }]
  return { field: 'history', value: { messaging_product: 'whatsapp', metadata: metadataOf(phone), messages } }
}

/** "Business declined": the owner shares no history. */
export const historyDeclined = (phone: GraphPhone): Change => ({
  field: 'history',
  value: {
    messaging_product: 'whatsapp',
    metadata: metadataOf(phone),
    history: [
      {
        errors: [
          {
            code: 2593109,
            title: 'History sharing is turned off by the business from the WhatsApp Business App',
            message: 'History sharing is turned off by the business from the WhatsApp Business App',
          },
        ],
      },
    ],
  },
})

// "smb_app_state_sync webhook reference", updated May 21, 2026: an edited contact is added again; a removed one has no name.
export function addressBookChange(
  phone: GraphPhone,
  atMs: number,
  people: readonly { number: string; name?: string; action?: 'add' | 'remove' }[],
): Change {
  const state_sync = people.map(({ number, name, action = 'add' }) => ({
    type: 'contact',
    contact: { ...(name && { full_name: name, first_name: name.split(' ')[0] }), phone_number: number },
    action,
    metadata: { timestamp: seconds(atMs) },
  }))
  return {
    field: 'smb_app_state_sync',
    value: { messaging_product: 'whatsapp', metadata: metadataOf(phone), state_sync },
  }
}
