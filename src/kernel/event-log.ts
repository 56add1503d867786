import { perCompany } from './company-files'
import type { CompanyContext } from './company-context'
import { actingUserId } from './actor'
import type { ContactId, MessageId, TicketId, UserId } from './ids'

/**
 * Event type → what it carries beyond its subjects. Each domain adds its own:
 * `declare module '../kernel/event-log' { interface EventPayloads { 'tag.created': { tagId: TagId } } }`
 */
export interface EventPayloads {}
export type EventType = keyof EventPayloads

/** What happened, in the same transaction as what it changed. Nothing else notifies anybody. */
export interface EventSubjects {
  ticketId?: TicketId
  messageId?: MessageId
  contactId?: ContactId
}

export interface RecordedEvent<Type extends EventType = EventType> extends EventSubjects {
  /** Counts up within a company without gaps being promised; the client's place in the stream. */
  number: number
  type: Type
  /** The acting person; undefined when the product acted by itself. */
  userId?: UserId
  at: Date
  data: EventPayloads[Type]
}

/** A later domain's answer to an earlier one's event, in the same transaction. */
export interface Reaction {
  on: readonly EventType[]
  run(ctx: CompanyContext, event: RecordedEvent): void
}

/** A reaction to one type of event, with its payload typed. */
export function reaction<Type extends EventType>(
  type: Type,
  run: (ctx: CompanyContext, event: RecordedEvent<Type>) => void,
): Reaction {
  return { on: [type], run: run as Reaction['run'] }
}

/** True, with the payload typed, when the event is of this type. */
export function isEvent<Type extends EventType>(event: RecordedEvent, type: Type): event is RecordedEvent<Type> {
  return event.type === type
}

const insertEvent = perCompany(({ sqlite }) =>
  sqlite.prepare<{ number: number }, (string | number | null)[]>(
    `INSERT INTO event (type, at, user_id, ticket_id, message_id, contact_id, data) VALUES (?, ?, ?, ?, ?, ?, ?)
     RETURNING number`,
  ),
)

/** Appends to the company's event log. @throws Error outside a transaction: an event must stand or fall with its cause. */
export function recordEvent<Type extends EventType>(
  ctx: CompanyContext,
  type: Type,
  subjects: EventSubjects,
  data: EventPayloads[Type],
): RecordedEvent<Type> {
  const { pending } = ctx.company
  if (!pending) throw new Error(`The event ${type} was recorded outside a transaction`)
  const userId = actingUserId(ctx.actor)
  const { ticketId, messageId, contactId } = subjects
  const row = insertEvent(ctx.company).get(
    type,
    ctx.now.getTime(),
    userId ?? null,
    ticketId ?? null,
    messageId ?? null,
    contactId ?? null,
    Object.keys(data as object).length > 0 ? JSON.stringify(data) : null,
  )
  const event: RecordedEvent<Type> = { number: row?.number ?? 0, type, userId, at: ctx.now, data, ...subjects }
  pending.events.push(event as RecordedEvent)
  for (const reaction of ctx.company.services.reactions) {
    if (reaction.on.includes(type)) reaction.run(ctx, event as RecordedEvent)
  }
  return event
}

/** The number of the newest event; a page rendered now carries it, and the socket opens at it. */
export function lastEventNumber(ctx: CompanyContext) {
  return ctx.company.sqlite.query<{ n: number | null }, []>('SELECT max(number) AS n FROM event').get()?.n ?? 0
}

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

/** The log from one event on, to another or not more than so many. */
export function readEvents(
  ctx: CompanyContext,
  first: number,
  { last = Number.MAX_SAFE_INTEGER, most = -1 }: { last?: number; most?: number },
): RecordedEvent[] {
  return ctx.company.sqlite
    .query<EventRow, [number, number, number]>(
      'SELECT * FROM event WHERE number BETWEEN ? AND ? ORDER BY number LIMIT ?',
    )
    .all(first, last, most)
    .map(toEvent)
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
