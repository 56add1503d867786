import type { Json } from './graph-server.types'
import type { GraphState } from './graph-state'
import { deliver, type WebhookSettings } from './graph-webhooks'
import type { PageSend } from './page-state'

export interface PageEntry {
  object: 'page' | 'instagram'
  id: string
  messaging?: Json[]
  /** Of conversations that another app of the page owns. */
  standby?: Json[]
  changes?: Json[]
}

export const pageEnvelope = (atMs: number, { object, ...first }: PageEntry, ...more: PageEntry[]): Json => ({
  object,
  entry: [first, ...more.map(({ object: _object, ...entry }) => entry)].map((entry) => ({ time: atMs, ...entry })),
})

interface Written {
  mid?: string
  atMs?: number
}

/** What people do, as Meta reports it. The forms are those of the reference pages named beside each. */
export function createPageWebhooks(state: GraphState, webhook: WebhookSettings) {
  const { pages } = state
  const objectOf = (accountId: string) =>
    pages.pages.some(({ id }) => id === accountId) ? ('page' as const) : ('instagram' as const)
  const newMid = () => `m_${Buffer.from(`in:${state.nextId()}`).toString('base64url')}`

  const event = (accountId: string, personId: string, atMs: number, content: Json): PageEntry => ({
    object: objectOf(accountId),
    id: accountId,
    messaging: [{ sender: { id: personId }, recipient: { id: accountId }, timestamp: atMs, ...content }],
  })

  const deliverEntries = (first: PageEntry, ...more: PageEntry[]) =>
    deliver(webhook, pageEnvelope(state.now(), first, ...more))

  /** "messages", /docs/messenger-platform/reference/webhook-events/messages; Instagram: /documentation/instagram-platform/webhooks/examples, 24 Nov 2025. */
  function says(
    accountId: string,
    personId: string,
    message: Json,
    { mid = newMid(), atMs = state.now() }: Written = {},
  ) {
    pages.wroteAt.set(personId, atMs)
    pages.mids.add(mid)
    return deliverEntries(event(accountId, personId, atMs, { message: { mid, ...message } }))
  }

  return {
    newMid,
    event,
    /**
     * "standby" (25 September 2024) and "message_echoes", example 2 (18 March 2026), /documentation/business-messaging/messenger-platform/
     * webhooks/webhook-events: what happens in conversations that another app owns. Taps come without their payload.
     */
    standby(accountId: string, personId: string, content: Json, isOfPage = false) {
      if (!isOfPage) pages.wroteAt.set(personId, state.now())
      const { messaging = [], ...entry } = event(accountId, personId, state.now(), content)
      const [one = {}] = messaging
      const own = isOfPage ? { ...one, sender: { id: accountId }, recipient: { id: personId } } : one
      return deliverEntries({ ...entry, standby: [own] })
    },
    deliver: deliverEntries,
    says,
    does: (accountId: string, personId: string, content: Json, atMs = state.now()) =>
      deliverEntries(event(accountId, personId, atMs, content)),
    /** "Page webhooks", field `feed`; Instagram: field `comments`. @param authorId under which the webhook names the person */
    comments(accountId: string, personId: string, text: string, commentId: string, authorId = personId) {
      pages.commenters.set(commentId, personId)
      const person = pages.people.get(personId)
      const seconds = Math.floor(state.now() / 1000)
      const change =
        objectOf(accountId) === 'page'
          ? {
              field: 'feed',
              value: {
                item: 'comment',
                verb: 'add',
                comment_id: commentId,
                post_id: `${accountId}_1`,
                parent_id: `${accountId}_1`,
                from: { id: authorId, name: `${person?.firstName} ${person?.lastName}` },
                message: text,
                created_time: seconds,
                post: { id: `${accountId}_1`, permalink_url: `https://www.facebook.com/${accountId}/posts/1` },
              },
            }
          : {
              field: 'comments',
              value: {
                id: commentId,
                from: { id: authorId, username: person?.username },
                text,
                media: { id: '18012345678901234', media_product_type: 'FEED' },
              },
            }
      return deliverEntries({ object: objectOf(accountId), id: accountId, changes: [change] })
    },
  }
}

/** "message_echoes", /docs/messenger-platform/reference/webhook-events/message-echoes. Instagram sends it as a message. */
export function echoOf({ pages, now }: GraphState, { pageId, mid, body }: PageSend): PageEntry {
  const { id, comment_id: commentId } = body['recipient'] as { id?: string; comment_id?: string }
  const personId = id ?? pages.commenters.get(commentId ?? '') ?? ''
  const isInstagram = pages.people.get(personId)?.username !== undefined
  const page = pages.pages.find((one) => one.id === pageId)
  const accountId = isInstagram ? (page?.instagram?.id ?? pageId) : pageId
  const { text, metadata, attachment } = body['message'] as Json
  const attachments = attachment
    ? [{ type: (attachment as Json)['type'], payload: { url: 'https://cdn.fbsbx.com/x' } }]
    : undefined
  const message = { mid, is_echo: true, app_id: Number(pages.appId), metadata, ...(text ? { text } : { attachments }) }
  return {
    object: isInstagram ? 'instagram' : 'page',
    id: accountId,
    messaging: [{ sender: { id: accountId }, recipient: { id: personId }, timestamp: now(), message }],
  }
}
