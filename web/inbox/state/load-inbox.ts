import type { SessionUser } from '../../../src/user/session/session.calls'
import type { ApiClient } from '../../api/api-client'
import { links } from '../../app/links'
import { loadConversation, openConversation, type ConversationData } from '../../conversation/state/load-conversation'
import { openPart, type OpenedPart } from '../../page/opened-part'
import { PageRedirect, refuseCode, type PageSession } from '../../page/page-definition'
import { isAdmin } from '../../app/screen-access'
import { ConversationPane } from '../../conversation/state/conversation-code'
import { readInboxAddress } from './inbox-address'
import type { InboxStart } from '../filter/inbox-options'
import { fetchTickets, noSearch, shownList, sortOfList } from '../filter/inbox-query'
import { loadFilterNames, type FilterNames } from '../filter/filter-names'
import { queryIdsOf, chosenQueues, offeredQueues, readPicked } from '../filter/queue-choice'
import { fetchQueues } from '../../queue/use-queues'

export interface InboxData {
  inbox: InboxStart
  filterNames: FilterNames
  conversation: OpenedPart<ConversationData> | null
}

/** Between tickets only the conversation is loaded, after the page is shown. */
export async function loadInbox(
  api: ApiClient,
  { uuid }: { uuid?: string },
  query: URLSearchParams,
  { user, remembered }: PageSession,
  previous?: InboxData,
): Promise<InboxData> {
  if (uuid === 'undefined' || !user) throw new PageRedirect(links.tickets())
  if (previous) return { ...previous, conversation: uuid === undefined ? null : reopen(api, uuid, previous) }
  const opened = uuid === undefined ? null : loadConversation(api, uuid)
  const queues = isAdmin(user) ? fetchQueues(api) : Promise.resolve(user.queues)
  const [conversation, ofCompany] = await Promise.all([opened, queues])
  const setting = readInboxAddress(query, user, conversation?.ticket, remembered?.('sort'))
  const [inbox, filterNames] = await Promise.all([
    loadLists(api, user, {
      ...setting,
      queues: ofCompany.map(({ id, name, color }) => ({ id, name, color })),
      picked: readPicked(user, remembered?.('queues')),
    }),
    loadFilterNames(api, setting.search.filters),
  ])
  return {
    inbox,
    filterNames,
    conversation: uuid !== undefined && conversation ? { key: uuid, data: conversation } : null,
  }
}

function reopen(api: ApiClient, uuid: string, { conversation }: InboxData) {
  return openPart(conversation, uuid, async () => {
    const [data] = await Promise.all([openConversation(api, uuid), ConversationPane.fetch().catch(refuseCode)])
    return data
  })
}

async function loadLists(
  api: ApiClient,
  user: SessionUser,
  start: Omit<InboxStart, 'page' | 'counts'>,
): Promise<InboxStart> {
  const offered = offeredQueues(user, start.queues)
  const queueIds = queryIdsOf(chosenQueues(user, offered, start.picked), offered)
  const scope = { showAll: start.showAll, queueIds }
  const list = shownList(start)
  const [page, counts] = await Promise.all([
    fetchTickets(api, {
      list,
      ...scope,
      sort: sortOfList(list, start.sort),
      ...(list === 'search' ? start.search : noSearch),
    }),
    api.get('/tickets/counts', { query: scope }),
  ])
  return { ...start, page, counts }
}
