import type { GraphCall, Json } from './graph-server.types'
import { type GraphState, invalidParameter, problem } from './graph-state'
import type { GraphPage } from './page-state'

const hourMs = 3_600_000
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

interface PageCall extends GraphCall {
  form?: FormData
}

/** Calls about a page with its token. Returns undefined for what is no edge of it. */
export function answerPage(
  state: GraphState,
  page: GraphPage,
  line: string,
  { body, form, query }: PageCall,
): Response | undefined {
  const { pages } = state
  switch (line) {
    case 'GET conversations':
      return answerConversations(state, page, query)
    case 'GET ':
      return Response.json({ id: page.id, name: page.name, instagram_business_account: page.instagram })
    case 'POST subscribed_apps': {
      const fields = String(body['subscribed_fields'] ?? '')
      if (!fields) return invalidParameter('The parameter subscribed_fields is required.')
      pages.subscribed.set(page.id, fields.split(','))
      return Response.json({ success: true })
    }
    case 'DELETE subscribed_apps':
      pages.subscribed.delete(page.id)
      return Response.json({ success: true })
    case 'POST message_attachments':
      return form ? answerUpload(state, page, form) : invalidParameter('message must be provided')
    case 'POST messages':
      return answerSend(state, page, body)
    default:
      return undefined
  }
}

const messagesAtOnce = 10

/**
 * "Conversations API for Messenger Platform", developers.facebook.com/documentation/business-messaging/messenger-platform/conversations,
 * 11 February 2026: conversations by platform, the latest first, and their messages page by page; the fields of a message are those of
 * "Message", /docs/graph-api/reference/message.
 */
function answerConversations(
  { pages }: GraphState,
  page: GraphPage,
  { platform, after }: GraphCall['query'],
): Response {
  const account = platform === 'instagram' ? page.instagram?.id : page.id
  const all = pages.past.get(account ?? '') ?? []
  const at = Number(after ?? 0)
  const data = all.slice(at, at + 1).map(({ messages, ...conversation }) => ({
    ...conversation,
    messages: pageOf(messages, 0),
  }))
  const next = at + 1 < all.length ? { next: 'https://graph.facebook.com/next' } : {}
  return Response.json({ data, paging: { cursors: { before: String(at), after: String(at + 1) }, ...next } })
}

/** Of Instagram, the same pages say. */
const toldMax = 20

/** GET /{conversation}/messages. Of older messages on Instagram an error says that they were deleted. */
export function answerConversation(
  { pages }: GraphState,
  id: string,
  { after }: GraphCall['query'],
): Response | undefined {
  const [accountId, found] =
    [...pages.past].flatMap(([of, all]) => all.map((one) => [of, one] as const)).find(([, one]) => one.id === id) ?? []
  const at = Number(after ?? 0)
  const isInstagram = pages.pages.some(({ instagram }) => instagram?.id === accountId)
  if (found && isInstagram && at >= toldMax) return problem(400, 100, 'The requested message has been deleted')
  return found && Response.json(pageOf(found.messages, at))
}

function pageOf(messages: readonly Json[], at: number) {
  const next = at + messagesAtOnce < messages.length ? { next: 'https://graph.facebook.com/next' } : {}
  const cursors = { before: String(at), after: String(at + messagesAtOnce) }
  return { data: messages.slice(at, at + messagesAtOnce), paging: { cursors, ...next } }
}

/** GET /{PSID}. "User Profile API", developers.facebook.com/docs/messenger-platform/identity/user-profile, read 2026-11-29. */
export function answerPerson({ pages }: GraphState, base: string, id: string): Response | undefined {
  const person = pages.people.get(id)
  if (!person) return undefined
  if (person.isHidden) return problem(400, 100, 'Unsupported get request. Object does not exist', '', 33)
  const { firstName, lastName, username } = person
  const names = username
    ? { name: `${firstName} ${lastName}`, username }
    : { first_name: firstName, last_name: lastName }
  return Response.json({ id, ...names, profile_pic: `${base}/page-files/${id}.jpg` })
}

/** "Attachment Upload API", developers.facebook.com/docs/messenger-platform/reference/attachment-upload-api, read 2026-11-29. */
function answerUpload({ pages, nextId }: GraphState, page: GraphPage, form: FormData): Response | undefined {
  const file = form.get('filedata')
  const platform = String(form.get('platform') ?? 'messenger')
  const message = parsed(form.get('message'))
  const attachment = isJson(message['attachment']) ? message['attachment'] : {}
  const type = String(attachment['type'])
  if (!(file instanceof Blob)) return invalidParameter('filedata is required')
  if (!['image', 'audio', 'video', 'file'].includes(type)) return invalidParameter('attachment.type is unknown')
  if (platform === 'instagram' && !page.instagram) return invalidParameter('The page has no Instagram account')
  const mimeType = file.type
  if (platform === 'instagram' && type === 'image' && !/^image\/(png|jpeg|gif)/.test(mimeType)) {
    return problem(400, 100, 'Upload attachment failure.', '', 2_018_047)
  }
  if (file.size > (platform === 'instagram' && type === 'image' ? 8 : 25) * 1024 * 1024) {
    return problem(400, 100, 'Attachment size exceeds allowable limit', '', 2_018_074)
  }
  const id = String(1_857_000_000_000_000 + nextId())
  pages.attachments.set(id, { platform, type, mimeType, bytes: new Uint8Array() })
  void file.arrayBuffer().then((bytes) => (pages.attachments.get(id)!.bytes = new Uint8Array(bytes)))
  return Response.json({ attachment_id: id })
}

const parsed = (text: unknown): Json => {
  try {
    const value: unknown = JSON.parse(String(text))
    return isJson(value) ? value : {}
  } catch {
    return {}
  }
}

const actions = ['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact']
const outsideWindow = () => problem(400, 10, 'This message is sent outside of allowed window.', '', 2_018_278)

/**
 * "Page Messages", developers.facebook.com/docs/graph-api/reference/page/messages, and "Send API",
 * developers.facebook.com/docs/messenger-platform/reference/send-api, read 2026-11-29.
 */
function answerSend(state: GraphState, page: GraphPage, body: Json): Response {
  const { pages, nextId } = state
  const recipient = isJson(body['recipient']) ? body['recipient'] : {}
  const [id, commentId] = [recipient['id'], recipient['comment_id']]
  const personId = typeof commentId === 'string' ? pages.commenters.get(commentId) : id
  if (typeof personId !== 'string' || !pages.people.has(personId)) {
    return problem(400, 100, 'No matching user found', '', 2_018_001)
  }
  const isInstagram = pages.people.get(personId)?.username !== undefined
  const action = body['sender_action']
  if (action !== undefined) {
    if (!actions.includes(String(action))) return invalidParameter('sender_action is unknown')
    if (body['message'] !== undefined) return invalidParameter('Cannot send both message and state at the same time.')
    const payload = isJson(body['payload']) ? body['payload'] : {}
    if (String(action).endsWith('react') && typeof payload['message_id'] !== 'string') {
      return invalidParameter('payload.message_id is required')
    }
    pages.sent.push({ pageId: page.id, mid: '', body })
    return Response.json({ recipient_id: personId })
  }
  const message = isJson(body['message']) ? body['message'] : {}
  const fault =
    faultOf(pages, message, isInstagram) ?? quoteFaultOf(pages, body) ?? windowFaultOf(state, body, personId, commentId)
  if (fault) return fault
  if (typeof commentId === 'string') pages.answeredComments.add(commentId)
  const mid = `m_${Buffer.from(`${page.id}:${nextId()}`).toString('base64url')}`
  pages.mids.add(mid)
  pages.sent.push({ pageId: page.id, mid, body })
  return Response.json({ recipient_id: personId, message_id: mid })
}

function faultOf({ attachments }: GraphState['pages'], message: Json, isInstagram: boolean) {
  const { text, attachment, metadata, quick_replies: replies } = message
  if ((text === undefined) === (attachment === undefined)) return invalidParameter('text or attachment must be set')
  if (text !== undefined) {
    if (typeof text !== 'string' || text === '') return invalidParameter('message.text must be a non-empty string')
    const isLong = isInstagram ? Buffer.byteLength(text) > 1000 : text.length > 2000
    if (isLong) return invalidParameter('Length of param message[text] must be less than or equal to the limit')
  }
  if (metadata !== undefined && (typeof metadata !== 'string' || metadata.length >= 1000)) {
    return invalidParameter('metadata is too long')
  }
  if (replies !== undefined) {
    if (!Array.isArray(replies) || replies.length > 13) return invalidParameter('At most 13 quick replies')
    const faulty = replies.some(
      (one) => !isJson(one) || one['content_type'] !== 'text' || !fits(one['title'], 20) || !fits(one['payload'], 1000),
    )
    if (faulty) return invalidParameter('A quick reply is invalid')
  }
  if (attachment === undefined) return undefined
  const { type, payload } = isJson(attachment) ? attachment : {}
  const uploaded = attachments.get(String(isJson(payload) ? payload['attachment_id'] : ''))
  if (uploaded?.type !== type) return invalidParameter('The attachment was not uploaded')
  return uploaded?.platform === (isInstagram ? 'instagram' : 'messenger')
    ? undefined
    : invalidParameter('The attachment is for another platform')
}

/** Parameter `reply_to` (object) of "Page Messages", read 2026-11-29; its field is that of the webhook `messages`. */
function quoteFaultOf({ mids }: GraphState['pages'], { reply_to: quoted }: Json) {
  if (quoted === undefined) return undefined
  const isKnown = isJson(quoted) && typeof quoted['mid'] === 'string' && mids.has(quoted['mid'])
  return isKnown ? undefined : invalidParameter('Param reply_to must name a message of the conversation')
}

const fits = (value: unknown, most: number) => typeof value === 'string' && value !== '' && value.length <= most

/** "Private Replies" (16 April 2026) and "Message Tags", developers.facebook.com. */
function windowFaultOf({ pages, now }: GraphState, body: Json, personId: string, commentId: unknown) {
  const type = body['messaging_type']
  if (!['RESPONSE', 'UPDATE', 'MESSAGE_TAG'].includes(String(type)))
    return invalidParameter('messaging_type is required')
  if (typeof commentId === 'string') {
    return pages.answeredComments.has(commentId) ? problem(400, 10_900, 'Activity already replied to') : undefined
  }
  const ageMs = now() - (pages.wroteAt.get(personId) ?? 0)
  if (type !== 'MESSAGE_TAG') return ageMs > 24 * hourMs ? outsideWindow() : undefined
  if (body['tag'] !== 'HUMAN_AGENT') return invalidParameter('The tag is not allowed')
  if (!pages.hasHumanAgent) return problem(400, 10, 'Requires human_agent permission', '', 2_018_109)
  return ageMs > 7 * 24 * hourMs ? outsideWindow() : undefined
}
