import { checkContent } from './check-content'
import { type GraphState, invalidParameter } from './graph-state'
import type { GraphPhone, Json } from './graph-server.types'

// "Send messages", developers.facebook.com, updated May 15, 2026: `wa_id` is the recipient's WhatsApp id, "which may not match
// the input".
const waIdOf = ({ waIds }: GraphState, to: string) => {
  const digits = to.replace(/\D/g, '')
  return waIds.get(digits) ?? digits
}
const userId = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** POST /{phone}/messages: sends a message, or marks one as read. */
export function answerMessage(state: GraphState, phone: GraphPhone, body: Json): Response {
  if (body['messaging_product'] !== 'whatsapp') return invalidParameter('messaging_product must be whatsapp')
  if (body['status'] === 'read') return answerRead(state, body)
  const { to, recipient, type = 'text' } = body
  if (typeof to !== 'string' && typeof recipient !== 'string') return invalidParameter('The parameter to is required.')
  if (typeof to === 'string' && !/^\+?\d{8,15}$/.test(to)) return invalidParameter('to is not a valid phone number')
  if (typeof to !== 'string' && !userId.test(String(recipient))) return invalidParameter('recipient is not a user id')
  if ('recipient_type' in body && body['recipient_type'] !== 'individual') {
    return invalidParameter('recipient_type must be individual')
  }
  const opaque = body['biz_opaque_callback_data']
  if (opaque !== undefined && (typeof opaque !== 'string' || opaque.length > 512)) {
    return invalidParameter('biz_opaque_callback_data is too long')
  }
  const refused = checkContent(state, phone, String(type), body)
  if (refused) return refused
  const id = `wamid.${Buffer.from(`${phone.id}:${state.nextId()}`).toString('base64')}`
  const address = typeof to === 'string' ? waIdOf(state, to) : String(recipient)
  state.accepted.push({ id, phoneId: phone.id, to: address, body, atMs: state.now() })
  const contact =
    typeof to === 'string' ? { input: to, wa_id: address } : { input: String(recipient), user_id: String(recipient) }
  return Response.json({
    messaging_product: 'whatsapp',
    contacts: [contact],
    messages: [{ id, ...(type === 'template' ? { message_status: 'accepted' } : {}) }],
  })
}

function answerRead(state: GraphState, body: Json) {
  const messageId = body['message_id']
  if (typeof messageId !== 'string' || !messageId.startsWith('wamid.')) return invalidParameter('Invalid message_id')
  const typing = body['typing_indicator'] as Json | undefined
  if (typing && typing['type'] !== 'text') return invalidParameter('typing_indicator.type must be text')
  state.read.push({ messageId, typing: typing !== undefined })
  return Response.json({ success: true })
}
