import { perCompany } from '../company/company-files'
import type { CompanyContext } from '../company/company-context'
import { actingUserId } from '../company/actor'
import type { RecordPayloads } from '../record/record-change.contract'
import type { ContactId, MessageId, TicketId, UserId } from '../ids'

/**
 * Event type → payload besides its subjects. Each domain adds its own:
 * `declare module './event-log' { interface EventPayloads { 'tag.created': { tagId: TagId } } }`
 */
export interface EventPayloads extends RecordPayloads {}
export type EventType = keyof EventPayloads

/** Recorded in the transaction that made the change. All notifications start from these events. */
interface EventSubjects {
  ticketId?: TicketId
  messageId?: MessageId
  contactId?: ContactId
}

/**
 * First part of an event type → subjects that every such event has. Each domain adds its own, as with
 * `EventPayloads`: with `ticket: 'ticketId'`, recording `ticket.closed` requires a ticket id, and readers can rely on
 * it.
 */
export interface RequiredSubjects {}

type RequiredBy<Type extends EventType> = Type extends `${infer Part}.${string}`
  ? Part extends keyof RequiredSubjects
    ? RequiredSubjects[Part] & keyof EventSubjects
    : never
  : never

type SubjectsOf<Type extends EventType> = EventSubjects & Required<Pick<EventSubjects, RequiredBy<Type>>>

export type RecordedEvent<Type extends EventType = EventType> = EventFacts<Type> &
  (EventType extends Type ? EventSubjects : SubjectsOf<Type>)

interface EventFacts<Type extends EventType> {
  /** Increases within a company, possibly with gaps. Clients resume from the last number they saw. */
  number: number
  type: Type
  /** The acting user; undefined for the system actor. */
  userId?: UserId
  at: Date
  data: EventPayloads[Type]
}

/** Handles a domain's own or an earlier domain's event, in the same transaction. */
export interface Reaction {
  on: readonly EventType[]
  run(ctx: CompanyContext, event: RecordedEvent): void
}

/** A reaction to one event type with a typed payload. */
export function reaction<Type extends EventType>(
  type: Type,
  run: (ctx: CompanyContext, event: RecordedEvent<Type>) => void,
): Reaction {
  return { on: [type], run: run }
}

declare module '../company/company-files' {
  interface CompanyServices {
    reactions: readonly Reaction[]
  }
  interface PendingWork {
    events: RecordedEvent[]
  }
}

export function isEvent<Type extends EventType>(event: RecordedEvent, type: Type): event is RecordedEvent<Type> {
  return event.type === type
}

const insertEvent = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number | null)[]>(
    'INSERT INTO event (type, at, user_id, ticket_id, message_id, contact_id, data) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
)

/**
 * Appends to the company's event log.
 * @throws Error outside a transaction: an event commits together with its cause
 */
export function recordEvent<Type extends EventType>(
  ctx: CompanyContext,
  type: Type,
  subjects: SubjectsOf<Type>,
  data: EventPayloads[Type],
): RecordedEvent {
  const { pending } = ctx.company
  if (!pending) throw new Error(`The event ${type} was recorded outside a transaction`)
  const userId = actingUserId(ctx.actor)
  const { ticketId, messageId, contactId } = subjects
  const { lastInsertRowid } = insertEvent(ctx.company).run(
    type,
    ctx.now.getTime(),
    userId ?? null,
    ticketId ?? null,
    messageId ?? null,
    contactId ?? null,
    Object.keys(data).length > 0 ? JSON.stringify(data) : null,
  )
  const event: RecordedEvent = { number: Number(lastInsertRowid), type, userId, at: ctx.now, data, ...subjects }
  pending.events.push(event)
  for (const reaction of reactionsTo(type, ctx.company.services.reactions)) reaction.run(ctx, event)
  return event
}

/** Reactions by event type, since each event has few of a hundred. */
const reactionsByType = new WeakMap<readonly Reaction[], Map<EventType, Reaction[]>>()

function reactionsTo(type: EventType, reactions: readonly Reaction[]): readonly Reaction[] {
  let byType = reactionsByType.get(reactions)
  if (!byType) reactionsByType.set(reactions, (byType = new Map()))
  let found = byType.get(type)
  if (!found) byType.set(type, (found = reactions.filter(({ on }) => on.includes(type))))
  return found
}

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

/** Events numbered `first` to `last`, `most` of them at most; -1 for all. */
export function readEvents(
  ctx: CompanyContext,
  first: number,
  { last = Number.MAX_SAFE_INTEGER, limit = -1 }: { last?: number; limit?: number },
): RecordedEvent[] {
  return ctx.company.sqlite
    .query<EventRow, [number, number, number]>(
      'SELECT * FROM event WHERE number BETWEEN ? AND ? ORDER BY number LIMIT ?',
    )
    .all(first, last, limit)
    .map(toEvent)
}

const lastOfTicket = perCompany(({ sqlite }) =>
  sqlite.prepare<EventRow, [number, string]>(
    `SELECT * FROM event WHERE ticket_id = ? AND message_id IS NULL AND type IN (SELECT value FROM json_each(?))
     ORDER BY number DESC LIMIT 1`,
  ),
)

export function findLastTicketEvent<Type extends EventType>(
  ctx: CompanyContext,
  ticketId: TicketId,
  types: readonly Type[],
): RecordedEvent<Type> | undefined {
  const row = lastOfTicket(ctx.company).get(ticketId, JSON.stringify(types))
  return row ? (toEvent(row) as RecordedEvent<Type>) : undefined
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
