import { and, asc, gte, max } from 'drizzle-orm'
import { inList } from '../../kernel/database/expressions'
import { type Opened, statement } from '../../kernel/database/statement'
import type { EventType, RecordedEvent } from '../../kernel/event/event-log'
import { eventTable } from '../../kernel/event/event.tables'
import { changeTypes } from '../trigger/changes'

const { number, at, type, ticketId, messageId, contactId, data } = eventTable

const types: readonly EventType[] = [...changeTypes, 'ticket.priorityChanged', 'message.received', 'message.sent']

const statements = {
  last: statement((db) => db.select({ number: max(number) }).from(eventTable)),
  firstFrom: statement((db, of: { number: number }) =>
    db.select({ number, at }).from(eventTable).where(gte(number, of.number)).orderBy(asc(number)).limit(1),
  ),
  since: statement((db, of: { first: number; since: Date }) =>
    db
      .select({ number, type, at, ticketId, messageId, contactId, data })
      .from(eventTable)
      .where(and(gte(number, of.first), gte(at, of.since), inList(type, types)))
      .orderBy(asc(number)),
  ),
}

/** Those that rules follow, in their order. */
export function* eventsSince(opened: Opened, since: Date): IterableIterator<RecordedEvent> {
  for (const row of statements.since.iterate(opened, { first: firstNumberSince(opened, since), since })) {
    yield {
      ...row,
      ticketId: row.ticketId ?? undefined,
      messageId: row.messageId ?? undefined,
      contactId: row.contactId ?? undefined,
      data: row.data ? JSON.parse(row.data) : {},
    } as RecordedEvent
  }
}

/** A binary search over the numbers, because times have no index. */
function firstNumberSince(opened: Opened, since: Date) {
  let [low, high] = [1, (statements.last.get(opened)?.number ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = statements.firstFrom.get(opened, { number: middle })
    if (row && row.at < since) low = row.number + 1
    else high = middle
  }
  return low
}
