import { and, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { readContactSearch } from '../../contact/list/contact-search.contract'
import { contactsFound, isContactFound } from '../../contact/list/search-contacts'
import type { CompanyContext } from '../../kernel/company/company-context'
import { inList, withoutIndex } from '../../kernel/database/expressions'
import { foldText } from '../../kernel/text/fold-text.contract'
import { boundsOfDay, timeZoneOf } from '../../kernel/time/time-zone'
import { hasContactTag, hasTicketTag } from '../../tag/tag-links'
import { type MatchingTickets, ticketMessages } from '../ticket.queries'
import type { ListTicketsQuery } from '../ticket.contract'
import { canFilterByUser } from '../ticket.policy'
import { ticketTable } from '../ticket.tables'

type TicketFilter = Pick<ListTicketsQuery, 'users' | 'whatsapps' | 'statusFilter' | 'tags'> &
  Partial<Pick<ListTicketsQuery, 'priorities' | 'date' | 'updatedAt'>>

const { id, status, contactId, connectionId, userId, priority, createdAt, updatedAt } = ticketTable

export function ticketFilter(ctx: CompanyContext, query: TicketFilter): SQL | undefined {
  const { users, whatsapps, statusFilter, tags, priorities = [] } = query
  return and(
    users.length > 0 && canFilterByUser(ctx.actor) ? inList(userId, users) : undefined,
    whatsapps.length > 0 ? inList(withoutIndex(connectionId), whatsapps) : undefined,
    statusFilter.length > 0 ? inList(withoutIndex(status), statusFilter) : undefined,
    priorities.length > 0 ? inList(priority, priorities) : undefined,
    // All of the tags must be on the contact or, for kanban lanes, on the ticket.
    ...tags.map((tag) => or(hasContactTag(contactId, tag), hasTicketTag(id, tag))),
    isOnDay(ctx, createdAt, query.date),
    isOnDay(ctx, updatedAt, query.updatedAt),
  )
}

function isOnDay(ctx: CompanyContext, time: typeof createdAt | typeof updatedAt, day: string | undefined) {
  if (!day) return undefined
  const { startMs, endMs } = boundsOfDay(day, timeZoneOf(ctx))
  return and(gte(time, new Date(startMs)), lt(time, new Date(endMs)))
}

export interface TicketSearch {
  isMatch: SQL
  /** The same condition, checked for one ticket after the other instead of collecting all matches. */
  isEachMatch: SQL | undefined
  /** Older ones were not read. */
  isCut: boolean
  hits: MatchingTickets['hits']
}

const noHits: MatchingTickets['hits'] = new Map()

export function ticketSearch(
  ctx: CompanyContext,
  query: Pick<ListTicketsQuery, 'searchParam' | 'searchOnMessages'>,
): TicketSearch | undefined {
  if (query.searchParam === '') return undefined
  const terms = readContactSearch(query.searchParam)
  const contacts = contactsFound(ctx, query.searchParam, terms)
  if (!contacts) return undefined
  const written = query.searchOnMessages ? ticketMessages(ctx).search(ctx, foldText(query.searchParam)) : undefined
  const { isCut = false, hits = noHits } = written ?? {}
  const orWritten = (isOfContact: SQL) =>
    written ? sql`(${or(isOfContact, inList(id, [...hits.keys()]))})` : isOfContact
  const isEachContact = isContactFound(ctx, terms, contactId)
  return {
    isMatch: orWritten(sql`${contactId} IN (${contacts})`),
    isEachMatch: isEachContact && orWritten(isEachContact),
    isCut,
    hits,
  }
}
