import type { InboundEvent, Party } from '../../channel'
import { type JsonObject, objectOf } from '../../../kernel/untyped-json.contract'
import { numberOf, textOf } from '../values'
import { attachmentsOf } from './page-attachments'
import type { PagePayload } from './split-page-webhook'

/** Before our message's id, in what Meta returns with the echo of a message. */
export const metadataMark = 'recado:'

type Message = Extract<InboundEvent, { type: 'message' }>

export function normalisePage(payload: string): InboundEvent[] {
  const filed = JSON.parse(payload) as PagePayload
  if ('event' in filed) return messagingEvents(filed.page, objectOf(filed.event), filed)
  return commentEvents(filed.page, filed.field, objectOf(filed.value))
}

interface Where {
  chat: Party
  fromMe: boolean
  atMs: number
  history?: true
  standby?: true
}

function messagingEvents(
  page: string,
  event: JsonObject,
  { history, name, standby }: Omit<Extract<PagePayload, { event: JsonObject }>, 'page' | 'event'>,
): InboundEvent[] {
  const [sender, recipient] = [idIn(event['sender']), idIn(event['recipient'])]
  const message = objectOf(event['message'])
  const fromMe = message['is_echo'] === true || sender === page
  const chat = personOf(fromMe ? recipient : sender, name)
  if (!chat) return []
  const where: Where = {
    chat,
    fromMe,
    atMs: timeOf(event['timestamp']),
    ...(history && { history }),
    ...(standby && { standby }),
  }
  const about = (part: string) => objectOf(event[part])
  if (event['message'] !== undefined) return messageEvents(message, where)
  if (event['postback'] !== undefined) return postbackEvents(about('postback'), where)
  if (event['reaction'] !== undefined) return reactionEvents(about('reaction'), where)
  if (event['message_edit'] !== undefined) return editEvents(about('message_edit'), where)
  if (event['delivery'] !== undefined) return seenEvents(about('delivery'), where, 2)
  if (event['read'] !== undefined) return seenEvents(about('read'), where, 3)
  return []
}

function messageEvents(message: JsonObject, where: Where): InboundEvent[] {
  const id = textOf(message['mid'])
  if (!id) return []
  const { chat, fromMe, atMs } = where
  if (message['is_deleted'] === true) return [{ type: 'delete', targetId: id, chat, fromMe, atMs }]
  const own = textOf(message['metadata'])
  if (fromMe && own.startsWith(metadataMark)) {
    return [{ type: 'receipt', targetIds: [id], ack: 1, ownId: own.slice(metadataMark.length) }]
  }
  const choice = textOf(objectOf(message['quick_reply'])['payload'])
  const text = textOf(message['text'])
  const contents = attachmentsOf(message['attachments'], text)
  if (text) contents.unshift({ content: { kind: 'text', text, ...(choice ? { choice } : {}) } })
  if (contents.length === 0) {
    contents.push({ content: { kind: 'unknown', note: message['is_unsupported'] === true ? 'unsupported' : 'empty' } })
  }
  const context = contextOf(message)
  return contents.map(({ content, referral = context.referral }, index): Message => {
    const own = index === 0 ? id : `${id}#${index + 1}`
    const quoted = index === 0 && context.quotedId ? { quotedId: context.quotedId } : {}
    const key = { id, from: chat.addresses[0].value, atMs }
    return { type: 'message', id: own, ...where, content, ...quoted, ...(referral ? { referral } : {}), key }
  })
}

function contextOf(message: JsonObject): Pick<Message, 'quotedId' | 'referral'> {
  const { mid, story } = objectOf(message['reply_to'])
  const quotedId = textOf(mid)
  const referral =
    story === undefined
      ? referralOf(message['referral'])
      : { title: '', text: '', url: textOf(objectOf(story)['url']), of: 'story' as const }
  return { ...(quotedId ? { quotedId } : {}), ...(referral ? { referral } : {}) }
}

function referralOf(value: unknown): Message['referral'] {
  const { ads_context_data: data, referer_uri: address } = objectOf(value)
  const title = textOf(objectOf(data)['ad_title'])
  const url = textOf(address)
  return title || url ? { title, text: '', url } : undefined
}

/** A tapped button of a template or of the page's menu. Old ones have no id. */
function postbackEvents(postback: JsonObject, { chat, atMs, standby }: Where): InboundEvent[] {
  const title = textOf(postback['title'])
  const choice = textOf(postback['payload'])
  if (!title && !choice) return []
  const from = chat.addresses[0].value
  const id = textOf(postback['mid']) || `postback:${from}:${atMs}`
  const referral = referralOf(postback['referral'])
  const content = { kind: 'text' as const, text: title || choice, ...(choice ? { choice } : {}) }
  return [
    {
      type: 'message',
      id,
      chat,
      fromMe: false,
      atMs,
      content,
      ...(referral ? { referral } : {}),
      ...(standby && { standby }),
      key: { id, from, atMs },
    },
  ]
}

/** Instagram names some without their emoji. */
const emojiOf: Readonly<Record<string, string>> = {
  love: '❤️',
  like: '👍',
  dislike: '👎',
  smile: '😆',
  laugh: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
}

function reactionEvents(reaction: JsonObject, { chat, atMs, fromMe }: Where): InboundEvent[] {
  const targetId = textOf(reaction['mid'])
  if (!targetId) return []
  const isTaken = reaction['action'] === 'unreact'
  const emoji = isTaken ? '' : textOf(reaction['emoji']) || emojiOf[textOf(reaction['reaction'])] || '❤️'
  return [{ type: 'reaction', targetId, author: chat, fromMe, emoji, atMs }]
}

function editEvents(edit: JsonObject, { chat, fromMe, atMs }: Where): InboundEvent[] {
  const targetId = textOf(edit['mid'])
  return targetId ? [{ type: 'edit', targetId, text: textOf(edit['text']), chat, fromMe, atMs }] : []
}

/** Includes all messages before the watermark. */
function seenEvents(seen: JsonObject, { chat }: Where, ack: 2 | 3): InboundEvent[] {
  const ids = [seen['mid'], ...(Array.isArray(seen['mids']) ? seen['mids'] : [])].map(textOf).filter(Boolean)
  const untilMs = numberOf(seen['watermark'])
  return [
    ...(ids.length > 0 ? [{ type: 'receipt' as const, targetIds: ids, ack, ownId: '' }] : []),
    ...(untilMs === undefined ? [] : [{ type: 'receiptUntil' as const, chat, untilMs, ack }]),
  ]
}

/** Public; it may be answered once, in private. */
function commentEvents(page: string, field: string, value: JsonObject): InboundEvent[] {
  const from = objectOf(value['from'])
  const isNew = field === 'feed' ? value['item'] === 'comment' && value['verb'] === 'add' : field === 'comments'
  const commentId = textOf(value['comment_id']) || textOf(value['id'])
  const username = textOf(from['username'])
  const chat = personOf(textOf(from['id']), textOf(from['name']) || username, username)
  const text = textOf(value['message']) || textOf(value['text'])
  if (!isNew || !commentId || !chat || !text || chat.addresses[0].value === page) return []
  const id = `comment:${commentId}`
  const atMs = timeOf((numberOf(value['created_time']) ?? 0) * 1000)
  const url = textOf(objectOf(value['post'])['permalink_url'])
  const referral = { title: '', text: '', url, of: 'comment' as const }
  const key = { id, from: chat.addresses[0].value, atMs, commentId }
  return [{ type: 'message', id, chat, fromMe: false, atMs, content: { kind: 'text', text }, referral, key }]
}

const idIn = (party: unknown) => textOf(objectOf(party)['id'])

function personOf(id: string, name = '', username = ''): Party | undefined {
  if (!/^\w{1,100}$/.test(id)) return undefined
  return {
    addresses: [{ kind: 'page-scoped', value: id }],
    ...(name ? { name } : {}),
    ...(username ? { username } : {}),
  }
}

/** Ms since 1970; without a valid time that of filing. */
function timeOf(value: unknown): number {
  const ms = numberOf(value)
  return ms !== undefined && ms > 0 ? ms : Number.MAX_SAFE_INTEGER
}
