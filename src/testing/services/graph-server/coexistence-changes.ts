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
