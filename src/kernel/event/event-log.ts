import { and, between, desc, eq, isNull, max } from 'drizzle-orm'
import type { CompanyContext } from '../company/company-context'
import { actingUserId } from '../company/actor'
import { inList } from '../database/expressions'
import { statement } from '../database/statement'
import { pick } from '../typed-object.contract'
import { eventTable } from './event.tables'
import type { RecordPayloads } from '../record/record-change.contract'
import type { ContactId, MessageId, TicketId, UserId } from '../ids'

/** Type → payload: `declare module './event-log' { interface EventPayloads { 'tag.created': { tagId: TagId } } }` */
export interface EventPayloads extends RecordPayloads {}
export type EventType = keyof EventPayloads

interface EventSubjects {
  ticketId?: TicketId
  messageId?: MessageId
  contactId?: ContactId
}

/** First part of a type → subjects of every such event: with `ticket: 'ticketId'`, `ticket.closed` requires a ticket id. */
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
  /** May have gaps. Clients resume from the last number they saw. */
  number: number
  type: Type
  userId?: UserId
  at: Date
  data: EventPayloads[Type]
}

export interface Reaction {
  on: readonly EventType[]
  run(ctx: CompanyContext, event: RecordedEvent): void
}

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

const { number, type, ticketId, messageId } = eventTable

const statements = {
  insert: statement((db, row: typeof eventTable.$inferInsert) =>
    db.insert(eventTable).values(pick(row, 'type', 'at', 'userId', 'ticketId', 'messageId', 'contactId', 'data')),
  ),
  last: statement((db) => db.select({ number: max(number) }).from(eventTable)),
  inRange: statement((db, of: { first: number; last: number; max: number }) =>
    db
      .select()
      .from(eventTable)
      .where(between(number, of.first, of.last))
      .orderBy(number)
      .limit(of.max),
  ),
  lastOfTicket: statement((db, of: { ticketId: TicketId; types: readonly EventType[] }) =>
    db
      .select()
      .from(eventTable)
      .where(and(eq(ticketId, of.ticketId), isNull(messageId), inList(type, of.types)))
      .orderBy(desc(number))
      .limit(1),
  ),
}

/** @throws Error outside a transaction: an event commits together with its cause */
export function recordEvent<Type extends EventType>(
  ctx: CompanyContext,
  type: Type,
  subjects: SubjectsOf<Type>,
  data: EventPayloads[Type],
): RecordedEvent {
  const { pending } = ctx.company
  if (!pending) throw new Error(`The event ${type} was recorded outside a transaction`)
  const userId = actingUserId(ctx.actor)
  const { lastInsertRowid } = statements.insert.run(ctx, {
    ...subjects,
    type,
    at: ctx.now,
    userId,
    data: Object.keys(data).length > 0 ? JSON.stringify(data) : null,
  })
  const event: RecordedEvent = { number: Number(lastInsertRowid), type, userId, at: ctx.now, data, ...subjects }
  pending.events.push(event)
  for (const reaction of reactionsTo(type, ctx.company.services.reactions)) reaction.run(ctx, event)
  return event
}

const reactionsByType = new WeakMap<readonly Reaction[], Map<EventType, Reaction[]>>()

function reactionsTo(type: EventType, reactions: readonly Reaction[]): readonly Reaction[] {
  let byType = reactionsByType.get(reactions)
  if (!byType) reactionsByType.set(reactions, (byType = new Map()))
  let found = byType.get(type)
  if (!found) byType.set(type, (found = reactions.filter(({ on }) => on.includes(type))))
  return found
}

export function lastEventNumber(ctx: CompanyContext) {
  return statements.last.get(ctx)?.number ?? 0
}

/** `limit` -1 reads all. */
export function readEvents(
  ctx: CompanyContext,
  first: number,
  { last = Number.MAX_SAFE_INTEGER, limit = -1 }: { last?: number; limit?: number },
): RecordedEvent[] {
  return statements.inRange.all(ctx, { first, last, max: limit }).map(toEvent)
}

export function findLastTicketEvent<Type extends EventType>(
  ctx: CompanyContext,
  ticketId: TicketId,
  types: readonly Type[],
): RecordedEvent<Type> | undefined {
  const row = statements.lastOfTicket.get(ctx, { ticketId, types })
  return row && (toEvent(row) as RecordedEvent<Type>)
}

function toEvent(row: typeof eventTable.$inferSelect): RecordedEvent {
  return {
    number: row.number,
    type: row.type,
    at: row.at,
    userId: row.userId ?? undefined,
    ticketId: row.ticketId ?? undefined,
    messageId: row.messageId ?? undefined,
    contactId: row.contactId ?? undefined,
    data: row.data ? JSON.parse(row.data) : {},
  } as RecordedEvent
}
