import { contactMatches, searchContacts } from '../../contact/list/search-contacts'
import type { CompanyContext } from '../../kernel/company/company-context'
import { contactIdsOfTag, ticketIdsOfTag } from '../../tag/tag-sql'
import { foldText } from '../../kernel/text/fold-text.contract'
import { boundsOfDay, timeZoneOf } from '../../kernel/time/time-zone'
import { type MatchingTickets, ticketMessages } from '../ticket.queries'
import type { ListTicketsQuery } from '../ticket.contract'
import { canFilterByUser } from '../ticket.policy'
import { add, type Conditions, conditions, list } from './ticket-sql'

type TicketFilter = Pick<ListTicketsQuery, 'users' | 'whatsapps' | 'statusFilter' | 'tags' | 'withUnreadMessages'> &
  Partial<Pick<ListTicketsQuery, 'date' | 'updatedAt'>>

export function ticketFilter(ctx: CompanyContext, query: TicketFilter): Conditions {
  const found = conditions()
  const { users, whatsapps, statusFilter, tags } = query
  if (users.length > 0 && canFilterByUser(ctx.actor)) add(found, `t.user_id IN ${list}`, JSON.stringify(users))
  if (whatsapps.length > 0) add(found, `+t.connection_id IN ${list}`, JSON.stringify(whatsapps))
  if (statusFilter.length > 0) add(found, `+t.status IN ${list}`, JSON.stringify(statusFilter))
  if (tags.length > 0) addTags(found, tags)
  if (query.withUnreadMessages) add(found, 't.unread_messages > 0')
  addDay(ctx, found, 't.created_at', query.date)
  addDay(ctx, found, 't.updated_at', query.updatedAt)
  return found
}

/** All of the tags must be on the contact or, for kanban lanes, on the ticket. */
function addTags(to: Conditions, tags: readonly number[]) {
  for (const tag of tags) {
    add(to, `(t.contact_id IN ${contactIdsOfTag} OR t.id IN ${ticketIdsOfTag})`, tag, tag)
  }
}

function addDay(ctx: CompanyContext, to: Conditions, column: string, day: string | undefined) {
  if (!day) return
  const { startMs, endMs } = boundsOfDay(day, timeZoneOf(ctx))
  add(to, `${column} >= ? AND ${column} < ?`, startMs, endMs)
}

export interface TicketSearch extends Conditions {
  /** The same condition, checked for one ticket after the other instead of collecting all matches. */
  eachTicket?: Conditions
  /** Older messages match, too, but were not read. */
  isCut: boolean
  hits: MatchingTickets['hits']
}

const noHits: MatchingTickets['hits'] = new Map()

export function ticketSearch(
  ctx: CompanyContext,
  query: Pick<ListTicketsQuery, 'searchParam' | 'searchOnMessages'>,
): TicketSearch | undefined {
  if (query.searchParam === '') return undefined
  const contact = searchContacts(ctx, query.searchParam)
  if (!contact) return undefined
  const written = query.searchOnMessages ? ticketMessages(ctx).search(ctx, foldText(query.searchParam)) : undefined
  const contactIds = { text: `t.contact_id IN (${contact.text})`, values: contact.values }
  const eachContact = contactMatches(ctx, query.searchParam, 't.contact_id')
  return {
    ...orWritten(contactIds, written),
    eachTicket: eachContact && orWritten(eachContact, written),
    isCut: written?.isCut ?? false,
    hits: written?.hits ?? noHits,
  }
}

interface Condition {
  text: string
  values: readonly (string | number)[]
}

function orWritten({ text, values }: Condition, written: Condition | undefined): Conditions {
  const found = conditions()
  if (written) add(found, `(${text} OR t.id IN (${written.text}))`, ...values, ...written.values)
  else add(found, text, ...values)
  return found
}
