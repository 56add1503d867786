import type { TicketCounts, TicketView } from '../../src/ticket/ticket.contract'
import type { SessionUser } from '../../src/user/session.contract'
import type { ApiClient } from '../api-client'
import { links } from '../links'
import { loadConversation, type ConversationData } from '../message/load-conversation'
import { PageRedirect, type PageSession } from '../page/page-definition'
import { isAdmin } from '../screen-access'
import type { InboxStart } from './inbox-model'
import { askTickets, noSearch, tabOf, type InboxTab } from './inbox-question'
import { askedQueues, firstQueues } from './queue-choice'

export interface InboxData {
  inbox: InboxStart
  conversation: ConversationData | null
}

/** The list and, with a uuid, the conversation. Going from one ticket to the next loads only that conversation. */
export async function loadInbox(
  api: ApiClient,
  { uuid }: { uuid?: string },
  _query: URLSearchParams,
  { user }: PageSession,
  previous?: InboxData,
): Promise<InboxData> {
  if (uuid === 'undefined' || !user) throw new PageRedirect(links.tickets())
  const opened = uuid === undefined ? null : loadConversation(api, uuid)
  if (previous) return { inbox: previous.inbox, conversation: await opened }
  const queues = isAdmin(user) ? api.get<SessionUser['queues']>('/queue') : Promise.resolve(user.queues)
  const [conversation, offered] = await Promise.all([opened, queues])
  return { inbox: await loadLists(api, user, offered, conversation?.ticket), conversation }
}

async function loadLists(
  api: ApiClient,
  user: SessionUser,
  offered: SessionUser['queues'],
  ticket: TicketView | undefined,
): Promise<InboxStart> {
  const queues = offered.map(({ id, name, color }) => ({ id, name, color }))
  const all = queues.map(({ id }) => id)
  const scope = { showAll: false, queueIds: askedQueues(firstQueues(user, queues), all) }
  const tab = firstTab(user, ticket)
  const [page, counts] = await Promise.all([
    askTickets(api, { list: tab, ...scope, sort: 'DESC', ...noSearch }),
    api.get<TicketCounts>('/tickets/counts', scope),
  ])
  return { tab, page, counts, queues }
}

/** The tab on which the opened ticket stands, as far as this person has that tab. */
function firstTab(user: SessionUser, ticket: TicketView | undefined): InboxTab {
  const tab = ticket && tabOf(ticket.status)
  return tab && (tab !== 'group' || user.allowGroup) ? tab : 'open'
}
