import type { InboundEvent, Party, Referral } from '../../channel'
import { errorText } from '../../meta/graph/graph-failures'
import { contentOf } from './content'
import { customerOf, partyOf } from './party'
import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { textOf, timeOf } from '../../meta/values'
import { isKeyOf } from '../../../kernel/typed-object.contract'

export function normalise(payload: string): InboundEvent[] {
  const { account, field, value } = objectOf(JSON.parse(payload))
  const content = objectOf(value)
  switch (field) {
    case 'messages': {
      const [contact = {}] = objectsIn(content['contacts'])
      return [
        ...objectsIn(content['messages']).flatMap((message) => messageEvents(message, contact)),
        ...objectsIn(content['statuses']).flatMap((status) => statusEvents(status, contact)),
        ...(content['errors'] === undefined ? [] : [noticeOf('errors', account, content)]),
      ]
    }
    // Written on the phone or another program of the same number.
    case 'smb_message_echoes':
      return objectsIn(content['message_echoes']).flatMap(echoEvents)
    case 'history':
      if (content['errors'] !== undefined) return [noticeOf('history', account, content)]
      return objectsIn(content['messages']).flatMap((message) => historyEvents(message, content))
    case 'smb_app_state_sync':
      return objectsIn(content['state_sync']).flatMap(savedContactEvents)
    case 'calls': {
      const [contact = {}] = objectsIn(content['contacts'])
      return objectsIn(content['calls']).flatMap((call) => callEvents(call, contact))
    }
    case 'user_id_update':
      return objectsIn(content['user_id_update']).flatMap(userIdEvents)
    default:
      return [noticeOf(textOf(field), account, content)]
  }
}

const noticeOf = (topic: string, account: unknown, value: JsonObject): InboundEvent => {
  return { type: 'notice', topic, businessAccountId: textOf(account), value }
}

function messageEvents(message: JsonObject, contact: JsonObject): InboundEvent[] {
  const id = textOf(message['id'])
  const chat = customerOf(message, contact)
  // Groups are not offered on this channel.
  if (!id || !chat || message['group_id'] !== undefined) return []
  const atMs = timeOf(message['timestamp'])
  if (message['type'] === 'reaction') {
    const { message_id: targetId, emoji } = objectOf(message['reaction'])
    if (!textOf(targetId)) return []
    return [{ type: 'reaction', targetId: textOf(targetId), author: chat, fromMe: false, emoji: textOf(emoji), atMs }]
  }
  if (isChange(message)) return changeEvents(message, { chat, fromMe: false })
  if (message['type'] === 'system') return systemEvents(id, chat, objectOf(message['system']), atMs)
  const content = contentOf(message)
  return [
    { type: 'message', id, chat, fromMe: false, atMs, content, ...contextOf(message), key: { id, fromMe: false } },
  ]
}

const isChange = ({ type }: JsonObject) => type === 'edit' || type === 'revoke'

/** An edit carries the message with its new text or caption. */
function changeEvents(message: JsonObject, by: { chat: Party; fromMe: boolean }): InboundEvent[] {
  const { original_message_id: original, message: edited } = objectOf(message[textOf(message['type'])])
  const shared = { targetId: textOf(original), atMs: timeOf(message['timestamp']), ...by }
  if (!shared.targetId) return []
  if (message['type'] === 'revoke') return [{ type: 'delete', ...shared }]
  const content = contentOf(objectOf(edited))
  return 'text' in content ? [{ type: 'edit', text: content.text, ...shared }] : []
}

function contextOf(message: JsonObject) {
  const { id: quotedId, forwarded, frequently_forwarded: often, referred_product } = objectOf(message['context'])
  const { catalog_id: catalogId, product_retailer_id: productId } = objectOf(referred_product)
  const referral = referralOf(objectOf(message['referral']))
  return {
    ...(textOf(quotedId) ? { quotedId: textOf(quotedId) } : {}),
    ...(forwarded === true || often === true ? { forwarded: true } : {}),
    ...(referral ? { referral } : {}),
    ...(textOf(productId) ? { product: { catalogId: textOf(catalogId), productId: textOf(productId) } } : {}),
  }
}

function referralOf(given: JsonObject): Referral | undefined {
  const texts = { title: textOf(given['headline']), text: textOf(given['body']), url: textOf(given['source_url']) }
  const [sourceId, sourceType] = [textOf(given['source_id']), textOf(given['source_type'])]
  const clickId = textOf(given['ctwa_clid'])
  if (![...Object.values(texts), sourceId, clickId].some(Boolean)) return undefined
  return {
    ...texts,
    ...(sourceId ? { sourceId } : {}),
    ...(sourceType ? { sourceType } : {}),
    ...(clickId ? { clickId } : {}),
  }
}

function callEvents(call: JsonObject, contact: JsonObject): InboundEvent[] {
  const id = textOf(call['id'])
  const caller = customerOf(call, contact)
  if (!id || !caller || call['direction'] === 'BUSINESS_INITIATED') return []
  const event = call['event']
  if (event !== 'connect' && event !== 'terminate') return []
  const isAnswered = call['status'] === 'COMPLETED' && Number(textOf(call['duration'])) > 0
  const outcome = event === 'connect' ? 'offered' : isAnswered ? 'ended' : 'missed'
  return [{ type: 'call', id, caller, video: false, group: false, atMs: timeOf(call['timestamp']), outcome }]
}

/** A new user id is the same person. A new number may have had another owner. */
function systemEvents(id: string, chat: Party, system: JsonObject, atMs: number): InboundEvent[] {
  const type = textOf(system['type'])
  if (type === 'user_changed_number') {
    const [to] = partyOf([system['wa_id'], system['new_wa_id']])?.addresses ?? []
    return to?.kind === 'phone' ? [{ type: 'numberChange', id, chat, number: to.value, atMs }] : []
  }
  if (type !== 'user_changed_user_id') return []
  const party = partyOf([...chat.addresses.map(({ value }) => value), system['user_id']])
  return party ? [{ type: 'identity', party }] : []
}

function echoEvents(echo: JsonObject): InboundEvent[] {
  const id = textOf(echo['id'])
  const chat = partyOf([echo['to'], echo['to_user_id']])
  if (!id || !chat) return []
  if (isChange(echo)) return changeEvents(echo, { chat, fromMe: true })
  const atMs = timeOf(echo['timestamp'])
  const content = contentOf(echo)
  return [{ type: 'message', id, chat, fromMe: true, atMs, content, ...contextOf(echo), key: { id, fromMe: true } }]
}

const acks: Readonly<Record<string, 1 | 2 | 3 | 5>> = { sent: 1, delivered: 2, read: 3, played: 5 }

function statusEvents(status: JsonObject, contact: JsonObject): InboundEvent[] {
  const id = textOf(status['id'])
  if (!id) return []
  const ids = [status['recipient_id'], status['recipient_user_id'], contact['wa_id'], contact['user_id']]
  const party = partyOf(ids)
  const learnt: InboundEvent[] = party && party.addresses.length > 1 ? [{ type: 'identity', party }] : []
  const shared = {
    type: 'receipt' as const,
    targetIds: [id],
    ownId: textOf(status['biz_opaque_callback_data']),
    ...(status['timestamp'] !== undefined && { atMs: timeOf(status['timestamp']) }),
  }
  const ack = acks[textOf(status['status'])]
  if (ack !== undefined) return [...learnt, { ...shared, ack, ...chargeOf(objectOf(status['pricing'])) }]
  if (status['status'] !== 'failed') return learnt
  const [error = {}] = objectsIn(status['errors'])
  return [...learnt, { ...shared, ack: -1, error: errorText(error) }]
}

/** `type` says whether it costs; `billable` did before prices per message. */
function chargeOf({ category, type, billable }: JsonObject) {
  const isBillable = type === undefined ? billable === true : type === 'regular'
  return textOf(category) ? { charge: { category: textOf(category), isBillable } } : {}
}

function userIdEvents(update: JsonObject): InboundEvent[] {
  const { previous, current } = objectOf(update['user_id'])
  const party = partyOf([current, previous, update['wa_id']])
  return party && party.addresses.length > 1 ? [{ type: 'identity', party }] : []
}

const digitsOf = (value: unknown) => textOf(value).replace(/\D/g, '')

const historyAcks = { error: -1, sent: 1, delivered: 2, read: 3, played: 5 } as const

/** A history has their result, and no reactions. */
const historyChanges = ['edit', 'revoke', 'reaction', 'system']

function historyEvents(message: JsonObject, { metadata, thread }: JsonObject): InboundEvent[] {
  const id = textOf(message['id'])
  const { from_me: isOurs, status } = objectOf(message['history_context'])
  const own = digitsOf(objectOf(metadata)['display_phone_number'])
  const fromMe = isOurs === true || (own !== '' && digitsOf(message['from']) === own)
  const ids = fromMe ? [message['to'], message['to_user_id']] : [message['from'], message['from_user_id']]
  const chat = partyOf(thread === undefined ? ids : [thread])
  if (!id || !chat || historyChanges.includes(textOf(message['type']))) return []
  const reached = textOf(status).toLowerCase()
  const quotedId = textOf(objectOf(message['context'])['id'])
  return [
    {
      type: 'message',
      id,
      chat,
      fromMe,
      atMs: timeOf(message['timestamp']),
      content: contentOf(message),
      ...(quotedId ? { quotedId } : {}),
      ...(fromMe && isKeyOf(historyAcks, reached) ? { ack: historyAcks[reached] } : {}),
      key: { id, fromMe },
      history: true,
    },
  ]
}

/** People removed from it stay contacts. */
function savedContactEvents({ type, action, contact }: JsonObject): InboundEvent[] {
  const { full_name: full, first_name: first, phone_number: number } = objectOf(contact)
  const name = textOf(full) || textOf(first)
  const party = type === 'contact' && action === 'add' && name ? partyOf([number], name) : undefined
  return party ? [{ type: 'savedContact', party }] : []
}
