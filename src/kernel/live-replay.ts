import type { CompanyContext } from './company-context'
import { messageEventsKeptDays } from './forget-old-events'
import type { RecordedEvent } from './event-log'
import type { LiveMessage } from './live'

/** More than this is cheaper to load anew than to send again. */
const replayMax = 500

interface EventRow {
  number: number
  type: string
  at: number
  user_id: number | null
  ticket_id: number | null
  message_id: number | null
  contact_id: number | null
  data: string | null
}

/** The number of the newest event; a page rendered now carries it, and the socket opens at it. */
export function lastEventNumber(ctx: CompanyContext) {
  return ctx.company.sqlite.query<{ n: number | null }, []>('SELECT max(number) AS n FROM event').get()?.n ?? 0
}

/**
 * What a client missed since its last number, presented as things are now and cut to the topics it may hear now;
 * undefined when it has to load its lists anew.
 */
export function missedSince(
  ctx: CompanyContext,
  since: number,
  topics: ReadonlySet<string>,
): LiveMessage[] | undefined {
  if (since > lastEventNumber(ctx) || isForgotten(ctx, since)) return undefined
  const rows = ctx.company.sqlite
    .query<EventRow, [number, number]>('SELECT * FROM event WHERE number > ? ORDER BY number LIMIT ?')
    .all(since, replayMax + 1)
  if (rows.length > replayMax) return undefined
  const events = rows.map(toEvent)
  const messages = ctx.company.services.presenters.flatMap((present) => present(ctx, events))
  return messages
    .filter((message) => message.topics.some((topic) => topics.has(topic)))
    .sort((a, b) => a.number - b.number)
}

/** Whether what followed the number may have been dropped from the log since. */
function isForgotten(ctx: CompanyContext, since: number) {
  const row = ctx.company.sqlite
    .query<{ at: number }, [number]>('SELECT at FROM event WHERE number > ? ORDER BY number LIMIT 1')
    .get(since)
  return row !== null && row.at < ctx.now.getTime() - messageEventsKeptDays * 86_400_000
}

function toEvent(row: EventRow): RecordedEvent {
  return {
    number: row.number,
    type: row.type,
    at: new Date(row.at),
    userId: row.user_id ?? undefined,
    ticketId: row.ticket_id ?? undefined,
    messageId: row.message_id ?? undefined,
    contactId: row.contact_id ?? undefined,
    data: row.data ? JSON.parse(row.data) : {},
  } as RecordedEvent
}
