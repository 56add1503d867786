import type { MessagePage } from '../../../src/message/message.answers'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { ApiClient } from '../../api/api-client'
import { ApiError } from '../../api/api-error'
import { links } from '../../app/links'
import { PageRedirect } from '../../page/page-definition'
import { listMessages } from '../../message/message-api'

export interface ConversationData {
  ticket: TicketView
  page: MessagePage
  /** By `performance.now()`; not in a page of the server, with whose event number the live connection opens. */
  requestedAt?: number
}

/** Limit of further pages loaded on opening, to reach the first unread message. */
const unreadPagesMax = 4

const refusedStatuses = [400, 403, 404]

export async function loadConversation(api: ApiClient, uuid: string): Promise<ConversationData> {
  try {
    return await fetchConversation(api, uuid)
  } catch (cause) {
    if (cause instanceof ApiError && cause.status !== 401 && cause.status !== 402)
      throw new PageRedirect(links.tickets())
    throw cause
  }
}

/** Loads the conversation while the list is shown. Throws temporary errors, so that the pane offers a retry. */
export async function openConversation(api: ApiClient, uuid: string): Promise<ConversationData> {
  try {
    return await fetchConversation(api, uuid)
  } catch (cause) {
    if (cause instanceof ApiError && refusedStatuses.includes(cause.status)) throw new PageRedirect(links.tickets())
    throw cause
  }
}

export async function fetchConversation(api: ApiClient, uuid: string): Promise<ConversationData> {
  const requestedAt = performance.now()
  // Before its messages, because loading those marks them as read.
  const ticket = await api.get('/tickets/u/:uuid', { params: { uuid } })
  const page = await loadFromUnread(api, ticket)
  return { ticket, page, ...(typeof window !== 'undefined' && { requestedAt }) }
}

async function loadFromUnread(api: ApiClient, { id, unreadMessages }: TicketView): Promise<MessagePage> {
  let page = await listMessages(api, id)
  for (let more = 0; more < unreadPagesMax && page.hasMore && received(page) < unreadMessages; more++) {
    const older = await listMessages(api, id, page.nextCursor)
    page = { ...older, messages: [...older.messages, ...page.messages] }
  }
  return page
}

function received({ messages }: MessagePage) {
  return messages.filter(({ fromMe }) => !fromMe).length
}

/** Returns the ticket's oldest loaded unread message. */
export function firstUnread({ ticket, page }: ConversationData): number | undefined {
  if (ticket.unreadMessages === 0) return undefined
  const received = page.messages.filter(({ fromMe, ticketId }) => !fromMe && ticketId === ticket.id)
  return received.at(-ticket.unreadMessages)?.id ?? received[0]?.id
}
